import Testing
import WireJSON

@testable import Gateway
@testable import LoadGenerator
@testable import Terminal

/// When a load's requests are due, which of them are orders, and how its answers find them.
@Suite struct LoadTests {
    @Test func `in an open loop requests are due at their times, and several clients take turns`() {
        let pace = LoadPace(rate: 1_000, window: 16)
        #expect((0..<4).map { pace.due($0) } == [0, 1_000_000, 2_000_000, 3_000_000])
        let shares = (0..<4).map { pace.share($0, of: 4) }
        let dues = (0..<8).map { shares[$0 % 4].due($0 / 4) }
        #expect(dues == (0..<8).map { pace.due($0) })
        #expect(shares.allSatisfy { $0.window == 16 })
    }

    @Test func `after an hour an open loop has not drifted`() {
        let pace = LoadPace(rate: 33_333, window: 1)
        #expect(pace.due(33_333 * 3_600) == 3_600_000_000_000)
    }

    @Test func `in a closed loop every client has the whole window, and nothing waits for a time`() {
        let share = LoadPace(rate: nil, window: 256).share(1, of: 3)
        #expect(share.window == 256 && share.rate == nil)
        #expect(share.due(1_000_000) == 0)
    }

    @Test(arguments: [1, 20, 33, 50, 99])
    func `orders are spread evenly among reads`(percent: Int) {
        let mix = LoadMix(percentOfOrders: percent)
        var count = 0
        for number in 0..<1_000 {
            if mix.isOrder(number) { count += 1 }
            #expect(count == (number + 1) * percent / 100)
        }
    }

    @Test func `with all or nothing every request is alike`() {
        #expect((0..<100).allSatisfy { LoadMix(percentOfOrders: 100).isOrder($0) })
        #expect(!(0..<100).contains { LoadMix(percentOfOrders: 0).isOrder($0) })
    }

    @Test func `a request says in its id who sent it, when it was due, and its number`() throws {
        let order = LoadCall(method: "juice.order", params: Array(#"{"juice":"mango","quantity":1}"#.utf8))
        var template = RequestTemplate(of: order, client: "b7x", isKeyed: true, timeout: .seconds(5))
        var keys: Set<String> = []
        var bytes: [UInt8] = []
        for (due, number) in [(0, 0), (1_234_567, 42), (9_000_000_000_001, 1_000_000)] {
            template.write(due: due, number: number, to: &bytes)
            let node = try JSONReader(limits: .generous).read(bytes)
            let mark = try #require(node["id"]?.string.flatMap { LoadRequestID($0) })
            #expect(mark.client == "b7x" && mark.due == due && mark.number == number)
            #expect(node["method"]?.string == "juice.order" && node["params"]?["juice"]?.string == "mango")
            #expect(node["meta"]?["timeoutms"]?.integer == 5_000)
            keys.insert(try #require(node["meta"]?["idempotencykey"]?.string))
        }
        #expect(keys.count == 3 && keys.allSatisfy { $0.utf8.count == 36 })
    }

    @Test func `a read has no key`() throws {
        let ping = LoadCall(method: "service.ping", params: nil)
        var template = RequestTemplate(of: ping, client: "b", isKeyed: false, timeout: .seconds(1))
        var bytes: [UInt8] = []
        template.write(due: 1, number: 2, to: &bytes)
        let text = #"{"jsonrpc":"2.0","id":"b-1-2","method":"service.ping","meta":{"timeoutms":1000}}"#
        #expect(String(decoding: bytes, as: UTF8.self) == text)
    }

    @Test(arguments: ["", "b", "b-1", "b-1-2-3", "b-x-2", "b--2", "01980f3e-5a52-7d10-8a9c-3a1d6c1f0e77", "b-1--2"])
    func `an id of somebody else is none of ours`(id: String) {
        #expect(LoadRequestID(id) == nil)
    }

    @Test func `percentiles are told in microseconds, and the worst exactly enough`() {
        var latencies = LatencyHistogram()
        #expect(latencies.percentiles.allSatisfy { $0.microseconds == 0 })
        for value in 1...1_000 { latencies.record(nanoseconds: Int64(value) * 1_000_000) }
        latencies.record(nanoseconds: -5)
        for (percentile, expected) in [(50.0, 500_000), (99, 990_000), (99.9, 999_000), (100, 1_000_000)] {
            #expect(abs(latencies.microseconds(at: percentile) - expected) <= expected / 500 + 1)
        }
    }
}
