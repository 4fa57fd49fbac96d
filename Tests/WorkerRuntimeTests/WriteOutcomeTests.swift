import Journal
import Messages
import TestKit
import Testing
import WireJSON
import WorkerEngine

/// What `service.outcome` says of a key, and when.
@Suite struct WriteOutcomeTests {
    private func ask(_ key: String, id: Int = 9) -> String {
        #"{"jsonrpc":"2.0","id":\#(id),"method":"service.outcome","params":{"idempotencykey":"\#(key)"}}"#
    }

    @Test func `a write that was done is told with its method, its result and its position`() throws {
        let bench = try EngineBench()
        _ = try bench.iterate(bench.add(5, key: "a"), bench.add(2, key: "b"))
        let reply = try bench.one(ask("a"))
        #expect(reply?.result?["state"]?.string == "applied")
        #expect(reply?.result?["method"]?.string == "counter.add")
        #expect(reply?.result?["result"]?.integer == 5)
        #expect(reply?.result?["sequence"]?.integer == 1)
        #expect(reply?["meta"]?["sequence"]?.integer == 2)
    }

    @Test func `a write of the same iteration is made durable before it is told`() throws {
        let bench = try EngineBench()
        let replies = try bench.iterate(bench.add(5, key: "a"), ask("a"), bench.add(1, key: "b"))
        #expect(replies[1]?.result?["state"]?.string == "applied")
        #expect(bench.journal.lastEntry == 2)
    }

    @Test func `asking does nothing, and a key that never came, was refused or came to a read is unknown`() throws {
        let bench = try EngineBench()
        _ = try bench.one(bench.add(-1, key: "refused"))
        _ = try bench.one(#"{"jsonrpc":"2.0","id":1,"method":"counter.get","meta":{"idempotencykey":"read"}}"#)
        for key in ["never", "refused", "read"] {
            #expect(try bench.one(ask(key))?.result?["state"]?.string == "unknown")
        }
        #expect(bench.journal.lastEntry == 0)
    }

    @Test func `a write whose commit failed is not told as done`() throws {
        let bench = try EngineBench()
        bench.journal.failure = StorageError(.full, "the disk is full")
        let replies = try bench.iterate(bench.add(5, key: "a"), ask("a"))
        #expect(replies[0]?.reason == "STORAGE_UNAVAILABLE")
        #expect(replies[1]?.result?["state"]?.string == "unknown")
    }

    @Test func `while nobody knows what the last commit did, nobody is told that a key is unknown`() throws {
        let bench = try EngineBench()
        bench.journal.lookUpFailure = StorageError(.unavailable, "the outcome of the last commit is not known")
        #expect(try bench.one(ask("a"))?.reason == "STORAGE_UNAVAILABLE")
    }

    @Test(arguments: [#"{}"#, #"{"idempotencykey":1}"#, #"{"idempotencykey":""}"#])
    func `refuses what is no key`(params: String) throws {
        let bench = try EngineBench()
        let text = #"{"jsonrpc":"2.0","id":1,"method":"service.outcome","params":\#(params)}"#
        #expect(try bench.one(text)?.reason == "INVALID_PARAMS")
    }
}
