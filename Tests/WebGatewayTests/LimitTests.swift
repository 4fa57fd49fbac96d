import Testing

@testable import WebGateway

/// How much and how often callers may.
@Suite struct LimitTests {
    @Test func `a caller may some times at once, and then once in an interval`() {
        var limit = RateLimit(burst: 3, interval: .seconds(2))
        let start = ContinuousClock.now
        for _ in 0..<3 {
            #expect(limit.wait(of: "a", at: start) == nil)
            limit.take("a", at: start)
        }
        #expect(limit.wait(of: "a", at: start) == .seconds(2))
        #expect(limit.wait(of: "b", at: start) == nil)
        #expect(limit.wait(of: "a", at: start + .seconds(1)) == .seconds(1))
        #expect(limit.wait(of: "a", at: start + .seconds(2)) == nil)
    }

    @Test func `bytes that are held count until nothing holds them`() {
        let budget = ByteBudget(limit: 80)
        do {
            let held = HeldBytes(in: budget)
            #expect(held.take(60) && !held.take(30) && budget.used == 60)
            held.add(30)
            #expect(budget.isFull && budget.isExceeded)
            held.giveBack(10)
            #expect(budget.used == 80 && !budget.isExceeded)
        }
        #expect(budget.used == 0)
    }

    @Test func `a caller has so many streams, and a place is free again when nothing holds it`() throws {
        let limits = StreamLimits(mostPerCaller: 1)
        do {
            let place = try limits.take(for: Caller(visitor: "192.0.2.7"))
            #expect(throws: Problem.self) { try limits.take(for: place.caller) }
            #expect(limits.count == 1)
        }
        _ = try limits.take(for: Caller(visitor: "192.0.2.7"))
        #expect(limits.count == 0)
    }
}
