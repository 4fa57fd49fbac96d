import DurableWorker
import Messages
import SimulatedWorker
import Testing

/// What an author is promised of the bodies of their methods.
@Suite struct TillTests {
    private func till() throws -> SimulatedWorker {
        let till = try SimulatedWorker(Till(), seed: 5)
        _ = try till.call(TillAPI.fill, key: "f", attachments: [[60, 40]])
        return till
    }

    @Test func `a job ends in a write, once for its key`() throws {
        let till = try till()
        #expect(try till.call(TillAPI.fill, key: "f", attachments: [[60, 40]]).total == 100)
        #expect(till.published.compactMap { $0.data(of: TillAPI.changed)?.total } == [100])
    }

    @Test func `a refusal takes back what its body has changed and published`() throws {
        let till = try till()
        let refusal = #expect(throws: Refusal.self) { try till.call(TillAPI.take, Amount(amount: 200)) }
        #expect(refusal?.reason == TillAPI.empty && refusal?.reason.status == 409 && refusal?.reason.isFinal == true)
        #expect(refusal?.detail == "there are 100")
        #expect(try till.call(TillAPI.get).total == 100)
        #expect(till.published.count == 1)
    }

    @Test func `any other error is INTERNAL, says nothing of itself, and has changed nothing`() throws {
        let till = try till()
        let refusal = #expect(throws: Refusal.self) { try till.call(TillAPI.take, Amount(amount: 13)) }
        #expect(refusal?.reason == .internal && refusal?.detail.contains("Broken") == false)
        let other = #expect(throws: Refusal.self) { try till.call(TillAPI.fill) }
        #expect(other?.reason == .internal)
        #expect(try till.call(TillAPI.get).total == 100)
    }

    @Test func `an event names the one before of its subject, over a start`() throws {
        let till = try till()
        _ = try till.call(TillAPI.take, Amount(amount: 1))
        till.kill()
        try till.start()
        _ = try till.call(TillAPI.take, Amount(amount: 1))
        #expect(till.published.map(\.previousSequence) == [nil, 1, 2])
    }
}
