import Journal
import Messages
import TestKit
import Testing
import WireJSON
import WorkerEngine
import ZeroMQ

/// Writes whose work is done elsewhere first.
@Suite struct OffloadedWriteTests {
    @Test func `the answer comes when the work is done, and the iteration goes on without it`() throws {
        let bench = try ShelfBench()
        let replies = try bench.iterate(bench.call("print", "a", id: 7), bench.call("add", "a"), bench.call("list"))
        #expect(replies[0] == nil)
        #expect(replies[2]?.result?.string == "a1")
        #expect(bench.engine.jobCount == 1)
        let later = try bench.finish(bench.call("list"))
        #expect(later[0]?["id"]?.integer == 7)
        #expect(later[0]?.result?.integer == 2)
        #expect(later[1]?.result?.string == "a2")
        #expect(bench.published.map(\.sequence) == [1, 2])
        #expect(bench.engine.jobCount == 0)
    }

    @Test func `what can be refused at once is, and what the work refuses changes nothing`() throws {
        let bench = try ShelfBench()
        #expect(try bench.one(bench.call("print", "forbidden"))?.reason == "PERMISSION_DENIED")
        #expect(try bench.one(bench.call("print"))?.reason == "INVALID_PARAMS")
        #expect(bench.started.isEmpty)
        #expect(try bench.one(bench.call("print", "unprintable", key: "k")) == nil)
        #expect(try bench.finish()[0]?.reason == "IMAGE_REJECTED")
        #expect(try bench.list() == "")
        #expect(bench.engine.jobCount == 0)
    }

    @Test func `two requests with one key have one effect and one result, however they meet`() throws {
        let bench = try ShelfBench()
        let both = bench.call("print", "a", key: "k")
        #expect(try bench.iterate(both, both).allSatisfy { $0 == nil })
        let replies = try bench.finish()
        #expect(replies.map { $0?.result?.integer } == [1, 1])
        #expect(replies[1]?["meta"]?["replayed"]?.boolean == true)
        // A known key is answered without any work.
        let again = try bench.one(both)
        #expect(again?["meta"]?["replayed"]?.boolean == true)
        #expect(bench.started.isEmpty)
        #expect(try bench.list() == "a1")
        #expect(try bench.one(bench.call("print", "b", key: "k"))?.reason == "IDEMPOTENCY_KEY_REUSED")
    }

    @Test func `a key that was used for something else meanwhile is refused`() throws {
        let bench = try ShelfBench()
        _ = try bench.iterate(bench.call("print", "a", key: "k"), bench.call("add", "b", key: "k"))
        #expect(try bench.finish()[0]?.reason == "IDEMPOTENCY_KEY_REUSED")
        #expect(try bench.list() == "b1")
    }

    @Test func `a time that is over before or during the work leaves nothing done`() throws {
        let bench = try ShelfBench()
        #expect(try bench.one(bench.call("print", "a", meta: #""timeoutms":0"#))?.reason == "DEADLINE_EXCEEDED")
        #expect(bench.started.isEmpty)
        _ = try bench.one(bench.call("print", "a", meta: #""timeoutms":50"#))
        bench.clock.moment.monotonic += 51_000_000
        #expect(try bench.finish()[0]?.reason == "DEADLINE_EXCEEDED")
        #expect(try bench.list() == "")
    }

    @Test func `too much waiting work is refused, of one peer, in all and in bytes, and is forgotten when it is done`()
        throws
    {
        var limits = WorkerLimits()
        limits.offloadedPerPeer = 2
        limits.offloaded = 3
        limits.offloadedBytes = 3_000
        let bench = try ShelfBench(limits: limits)
        func message(_ peer: UInt8, frame: Int = 1) -> ZMQMultipart {
            ZMQMultipart([peer], [], Array(bench.call("print", "a").utf8), Array(repeating: 7, count: frame))
        }
        let replies = try bench.iterate([
            message(1), message(1), message(1), message(2, frame: 2_500), message(2), message(3),
        ])
        #expect(replies.map { $0?.reason } == [nil, nil, "OVERLOADED", "OVERLOADED", nil, "OVERLOADED"])
        #expect(replies[2]?["error"]?["data"]?["retryafterms"]?.integer != nil)
        #expect(try bench.finish().count == 3)
        #expect(try bench.iterate([message(3), message(1)]).allSatisfy { $0 == nil })
    }

    @Test func `a draining service finishes what it has accepted`() throws {
        let bench = try ShelfBench()
        _ = try bench.one(bench.call("print", "a"))
        bench.engine.admission.isDraining = true
        #expect(try bench.one(bench.call("print", "b"))?.reason == "UNAVAILABLE")
        #expect(try bench.finish()[0]?.result?.integer == 1)
    }

    @Test func `it is no part of a batch, and no notification`() throws {
        let bench = try ShelfBench()
        let reply = try bench.one("[\(bench.call("print", "a"))]")
        #expect(reply?[0]?.reason == "INVALID_REQUEST")
        let note = #"{"jsonrpc":"2.0","method":"shelf.print","params":{"title":"a"}}"#
        #expect(try bench.one(note) == nil)
        #expect(bench.started.isEmpty)
    }

    @Test func `a commit that fails takes it back like any other write`() throws {
        let bench = try ShelfBench()
        _ = try bench.one(bench.call("print", "a", key: "k"))
        bench.journal.failure = StorageError(.full, "full")
        #expect(try bench.finish()[0]?.reason == "STORAGE_UNAVAILABLE")
        bench.journal.failure = nil
        #expect(bench.engine.recoverStorage())
        #expect(try bench.list() == "")
    }
}
