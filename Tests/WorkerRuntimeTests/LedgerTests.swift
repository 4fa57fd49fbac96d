import Journal
import Messages
import TestKit
import Testing
import WireJSON

@testable import WorkerEngine

/// What is accepted, what is durable, and the way back.
@Suite struct LedgerTests {
    private let parts: EngineParts

    init() throws {
        parts = try EngineParts()
    }

    /// Has an addition decided.
    private func add(_ amount: Int, key: String) throws -> Dispatch.Step {
        let call = try parts.addition(amount, key: key)
        var result = JSONWriter()
        var attachments: [[UInt8]] = []
        let route = try parts.dispatch.route(to: "counter.add")
        return try parts.dispatch.perform(call, by: route, with: [], into: &result, attachments: &attachments)
    }

    private func standing(_ step: Dispatch.Step) -> (isDeduplicated: Bool, Responses.Standing)? {
        switch step {
        case .answer(.result(let standing, _)): (false, standing)
        case .answer(.deduplicated(let earlier)): (true, earlier.standing)
        case .answer(.takenBack), .job, .refusedNotification: nil
        }
    }

    @Test func `a commit that fails puts state and positions back`() throws {
        _ = try add(3, key: "a")
        guard case .durable(let batch) = parts.ledger.commit() else {
            Issue.record("the batch is not durable")
            return
        }
        #expect(batch.entries.count == 1)
        _ = try add(4, key: "b")
        #expect(parts.number == 7 && parts.ledger.sequence == 2 && parts.ledger.committedSequence == 1)
        parts.journal.failure = StorageError(.full, "full")
        guard case .takenBack(let failure) = parts.ledger.commit() else {
            Issue.record("the batch was not taken back")
            return
        }
        #expect(failure.code == .full)
        guard case .nothing = parts.ledger.commit() else {
            Issue.record("there is something to commit")
            return
        }
        #expect(parts.number == 3 && parts.ledger.sequence == 1)
        #expect(throws: RPCError.self) { try parts.ledger.requireStore() }
        parts.journal.failure = nil
        #expect(parts.ledger.recover())
        #expect(parts.number == 3)
    }

    @Test func `a key is known in the open batch and in the journal, and belongs to one request`() throws {
        #expect(try standing(add(3, key: "a")) ?? (true, .settled) == (false, .applied))
        #expect(try standing(add(3, key: "a")) ?? (false, .settled) == (true, .applied))
        #expect(throws: RPCError.self) { try add(4, key: "a") }
        _ = parts.ledger.commit()
        #expect(try standing(add(3, key: "a")) ?? (false, .applied) == (true, .settled))
        #expect(throws: RPCError.self) { try add(4, key: "a") }
        #expect(parts.number == 3 && parts.statistics.deduplicated == 2)
    }

    @Test func `keys that Swift calls equal are different keys`() throws {
        _ = try add(1, key: "e\u{301}")
        #expect(try standing(add(2, key: "\u{E9}")) ?? (true, .settled) == (false, .applied))
    }

    @Test func `a write that is refused leaves nothing in the batch`() throws {
        #expect(throws: RPCError.self) { try add(-5, key: "a") }
        #expect(parts.ledger.batch.isEmpty && parts.number == 0)
    }
}
