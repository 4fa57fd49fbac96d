import Journal
import TestKit
import Testing
import WireJSON

@testable import WorkerEngine
@testable import WorkerRuntime

/// When the answers of an iteration leave, with as many requests waiting as an iteration takes.
@Suite struct AnswersOnTheWayTests {
    private let bench: EngineBench
    private let transport = QueueTransport()
    private let loop: WorkerLoop<QueueTransport>

    init() throws {
        bench = try EngineBench()
        loop = WorkerLoop(bench.engine, transport)
    }

    private var ids: [Int?] {
        get throws { try transport.answers.map { try JSONReader().read($0.json)["id"]?.integer } }
    }

    @Test func `who only reads is answered while others still wait, and each in its turn`() throws {
        for id in 0..<256 { transport.ask(bench.get(id: id)) }
        loop.tick()
        #expect(try ids == Array(0..<256))
        let first = try #require(transport.answers.first)
        #expect(first.stillWaiting > 100)
        #expect(try #require(transport.answers.last).stillWaiting == 0)
    }

    @Test func `all that waits behind a write shares its commit`() throws {
        transport.ask(bench.add(3, id: 0))
        for id in 1..<256 { transport.ask(bench.get(id: id)) }
        loop.tick()
        #expect(try ids == Array(0..<256))
        #expect(transport.answers.allSatisfy { $0.stillWaiting == 0 })
    }

    @Test func `twice as many share a commit as are taken without one`() throws {
        transport.ask(bench.add(3, id: 0))
        for id in 1..<600 { transport.ask(bench.get(id: id)) }
        loop.tick()
        #expect(try ids == Array(0..<512))
        loop.tick()
        #expect(try ids == Array(0..<600))
    }

    @Test func `who only reads lets others be served after 256 messages`() throws {
        for id in 0..<300 { transport.ask(bench.get(id: id)) }
        loop.tick()
        #expect(try ids == Array(0..<256))
    }

    @Test func `a commit that fails takes back no answer that was on its way`() throws {
        for id in 0..<150 { transport.ask(bench.get(id: id)) }
        transport.ask(bench.add(3, id: 150))
        for id in 151..<256 { transport.ask(bench.get(id: id)) }
        bench.journal.failure = StorageError(.full, "no space")
        loop.tick()
        let replies = try transport.answers.map { try JSONReader().read($0.json) }
        #expect(replies.map { $0["id"]?.integer } == Array(0..<256))
        #expect(replies.prefix(128).allSatisfy { $0.result != nil })
        #expect(replies.dropFirst(150).allSatisfy { $0.reason == "STORAGE_UNAVAILABLE" })
    }

    @Test func `answers on the way do not let one round do more than it may`() throws {
        for _ in 0..<50 { _ = try bench.one(bench.add(1)) }
        for id in 0..<256 {
            transport.ask(#"{"jsonrpc":"2.0","id":\#(id),"method":"events.replay","params":{"after":0}}"#)
        }
        loop.tick()
        // 128 that look at 6 400 events together, and those after which it is 8 000.
        #expect(transport.answers.count == 160)
        loop.tick()
        #expect(try ids == Array(0..<256))
    }

    @Test func `all that waited for another count as the queue, however many iterations it took`() throws {
        for id in 0..<256 { transport.ask(bench.get(id: id)) }
        loop.tick()
        transport.ask(#"{"jsonrpc":"2.0","id":256,"method":"service.stats"}"#)
        loop.tick()
        let stats = try JSONReader().read(try #require(transport.answers.last).json)["result"]
        #expect(stats?["queue"]?["depth"]?.integer == 255)
        #expect(stats?["queue"]?["largest"]?.integer == 255)
    }
}
