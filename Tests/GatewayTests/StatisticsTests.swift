import Messages
import Testing
import WireJSON
import WorkerClient
import ZeroMQPatterns

@testable import Gateway
@testable import Terminal

@Suite struct StatisticsTests {
    private func statistics(uptime: Int, orders: Int, commits: Int = 0, started: String = "a") throws
        -> ServiceStatistics
    {
        let text = """
            {"started":"\(started)","uptimems":\(uptime),"methods":{"juice.order":{"count":\(orders),"errors":{},
            "p50us":300,"p99us":900,"maxus":1000},"service.stats":{"count":\(uptime),"errors":{},"p50us":1,"p99us":1}},
            "queue":{"depth":3},"commits":{"count":\(commits)}}
            """
        return try #require(ServiceStatistics(try JSONReader().read(Array(text.utf8))))
    }

    @Test func `a rate is a difference over the service's own time, without questions about itself`() throws {
        var history = ServiceHistory()
        history.note(try statistics(uptime: 1_000, orders: 10))
        #expect(history.load == nil)
        history.note(try statistics(uptime: 1_500, orders: 60, commits: 5))
        #expect(history.load?.requests == 100)
        #expect(history.load?.commits == 10)
        #expect(history.load?.busiest?.name == "juice.order")
        history.note(try statistics(uptime: 2_500, orders: 60, commits: 5))
        #expect(history.load?.busiest == nil)
        #expect(history.rates == [100, 0])
    }

    @Test func `a process that was started anew has no rate until it was asked twice`() throws {
        var history = ServiceHistory()
        history.note(try statistics(uptime: 1_000, orders: 1_000))
        history.note(try statistics(uptime: 100, orders: 1, started: "b"))
        #expect(history.load == nil)
        history.note(try statistics(uptime: 1_100, orders: 3, started: "b"))
        #expect(history.load?.requests == 2)
    }

    @Test func `a service without an answer has no numbers`() throws {
        var history = ServiceHistory()
        history.note(try statistics(uptime: 1_000, orders: 1_000))
        history.note(CallFailure.test(.unreachable, isWrite: false))
        #expect(history.statistics == nil)
        #expect(history.failure != nil)
        history.note(try statistics(uptime: 3_000, orders: 1_001))
        #expect(history.failure == nil)
        #expect(history.load == nil)
    }

    @Test func `bars are as high as the highest allows, and as many as there is room for`() {
        #expect(Sparkline.text([0, 1, 7], columns: 5) == "▁▂█  ")
        #expect(Sparkline.text([9, 1, 2], columns: 2) == "▄█")
        #expect(Sparkline.text([0, 0], columns: 3) == "▁▁ ")
        #expect(Sparkline.text([], columns: 2) == "  ")
        #expect(Sparkline.text([1], columns: 0) == "")
    }

    @Test(arguments: [(20, 5), (50, 12), (80, 24), (200, 60), (50, 2)])
    func `no line is wider than the terminal, and there are no more than it has`(columns: Int, rows: Int) throws {
        var screen = TopScreen(services: [.juice, .market], interval: "1s")
        screen.histories[0].note(try statistics(uptime: 1_000, orders: 1_000_000))
        screen.histories[0].note(try statistics(uptime: 2_000, orders: 2_000_000))
        screen.histories[1].note(CallFailure.test(.unreachable, isWrite: false))
        for texts in [Texts.english, .korean] {
            let lines = screen.lines(in: TerminalSize(rows: rows, columns: columns), texts: texts, palette: .plain)
            #expect(lines.count <= max(2, rows))
            #expect(lines.allSatisfy { DisplayWidth.of($0) <= columns }, "\(lines)")
        }
    }
}

@Suite struct WireTraceTests {
    private func lines(_ frames: String...) -> [String] {
        WireTrace.lines(.sent(to: "ipc:///x"), frames: frames.map { Array($0.utf8) }, palette: .plain)
    }

    @Test func `a message is shown as it is, without its secrets`() {
        #expect(lines(#"{"a":1}"#) == ["→ ipc:///x", #"  {"a":1}"#])
        let secret = lines(#"{"params":{"id":1,"secret":"hidden"}}"#)
        #expect(secret == ["→ ipc:///x", #"  {"params":{"id":1}}  (without its secret)"#])
        #expect(lines("juice.heartbeat.") == ["→ ipc:///x", "  juice.heartbeat."])
    }

    @Test func `what cannot be shown is told by its size`() {
        #expect(
            WireTrace.lines(.received(from: "e"), frames: [[0xFF, 0xD8]], palette: .plain) == ["← e", "  (2 bytes)"]
        )
        #expect(lines(#"{"secret":"#) == ["→ ipc:///x", "  (10 bytes)"])
        #expect(lines(String(repeating: "x", count: 20_000))[1] == "  (20,000 bytes)")
        #expect(lines("a\u{1B}[2J")[1] == "  a\u{FFFD}[2J")
    }
}
