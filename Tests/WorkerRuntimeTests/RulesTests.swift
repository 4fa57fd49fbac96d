import Journal
import Messages
import TestKit
import Testing
import WireJSON

@testable import WorkerEngine

/// The rules that the engine holds a service to whose author need not know them.
@Suite struct RulesTests {
    private typealias Bench = IterationBench<StrangerService>

    /// The text that the caller gives.
    private static func text(_ params: JSONNode?) -> String { params?["text"]?.string ?? "" }

    @Test func `a write that throws has changed nothing in memory, the others of its iteration have`() throws {
        let service = StrangerService { params, state, _, result throws(RPCError) in
            state[Self.text(params), default: 0] += 1
            guard Self.text(params) != "bad" else { throw RPCError(.invalidRequest, "no") }
            result.integer(1)
        }
        let bench = try Bench(service)
        let replies = try bench.iterate(Bench.call("a"), Bench.call("bad"), Bench.call("a"), Bench.call("bad"))
        #expect(replies.map { $0?.reason } == [nil, "INVALID_REQUEST", nil, "INVALID_REQUEST"])
        #expect(try bench.state() == "a2")
        bench.journal.failure = StorageError(.full, "full")
        _ = try bench.iterate(Bench.call("b"), Bench.call("bad"), Bench.call("c"))
        #expect(try bench.state() == "a2")
    }
}
