import Testing

@testable import Gateway
@testable import LoadGenerator
@testable import Terminal

/// What a benchmark says of orders that it holds against what the service has kept.
@Suite struct OrderAuditTests {
    private func verdict(
        _ ends: [LoadTally.OrderEnd],
        eventsPerOrder: Int = 1,
        events: [String]
    ) -> OrderVerdict {
        var audit = OrderAudit(["b": ends], eventsPerOrder: eventsPerOrder)
        for id in events { audit.take(causedBy: id) }
        return audit.verdict
    }

    @Test func `orders that were acknowledged and done once are all there is to say`() {
        let verdict = verdict(
            [.acknowledged, .acknowledged, .refused],
            events: ["b-5-0", "b-6-1", "c-5-0", "somebody else"]
        )
        #expect(verdict == OrderVerdict(acknowledged: 2, applied: 2))
        #expect(verdict.isGood)
    }

    @Test func `an acknowledged order without its event is lost`() {
        let verdict = verdict([.acknowledged, .acknowledged], events: ["b-5-1"])
        #expect(verdict == OrderVerdict(acknowledged: 2, applied: 1, lost: 1))
        #expect(!verdict.isGood)
    }

    @Test func `an order with two events of one fruit was done twice, also when nobody was told`() {
        #expect(verdict([.acknowledged], events: ["b-5-0", "b-5-0"]).twice == 1)
        let silent = verdict([.unanswered], events: ["b-5-0", "b-5-0"])
        #expect(silent.twice == 1 && silent.acknowledged == 0 && !silent.isGood)
    }

    @Test func `an order of two fruits has two events, and half of it is a loss`() {
        #expect(verdict([.acknowledged], eventsPerOrder: 2, events: ["b-5-0", "b-5-0"]).isGood)
        #expect(verdict([.acknowledged], eventsPerOrder: 2, events: ["b-5-0"]).lost == 1)
    }

    @Test func `a write of another service has as many events as most of its kind`() {
        var audit = OrderAudit(["b": [.acknowledged, .acknowledged, .acknowledged, .unanswered]], eventsPerOrder: nil)
        #expect(!audit.isFounded)
        for id in ["b-5-0", "b-5-0", "b-6-1", "b-6-1", "b-7-2"] { audit.take(causedBy: id) }
        #expect(audit.isFounded)
        #expect(audit.verdict == OrderVerdict(acknowledged: 3, applied: 2, lost: 1))
    }

    @Test func `an order that was refused and has an event was done although it was denied`() {
        let verdict = verdict([.refused], events: ["b-5-0"])
        #expect(verdict.deniedYetDone == 1 && !verdict.isGood)
    }

    @Test func `an order without an answer may be done or not`() {
        #expect(verdict([.unanswered], events: []) == OrderVerdict())
        #expect(verdict([.unanswered], events: ["b-5-0"]) == OrderVerdict(applied: 1))
    }

    @Test func `an event of an order that was never sent is not of this run`() {
        var audit = OrderAudit(["b": [.acknowledged]], eventsPerOrder: 1)
        let answers = ["b-5-1", "b-5-0"].map { audit.take(causedBy: $0) }
        #expect(answers == [false, true])
    }
}
