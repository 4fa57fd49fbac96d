import Journal
import Messages
import TestKit
import Testing
import WireJSON
import WorkerEngine

/// Reads whose work is done elsewhere first.
@Suite struct OffloadedReadTests {
    @Test func `the answer comes when the work is done, and the iteration goes on without it`() throws {
        let bench = try ShelfBench()
        _ = try bench.one(bench.call("add", "a"))
        let replies = try bench.iterate(
            bench.call("count", "a", id: 7),
            bench.call("count", "none"),
            bench.call("list")
        )
        #expect(replies[0] == nil)
        #expect(replies[1]?.result?.integer == 0)
        #expect(replies[2]?.result?.string == "a1")
        #expect(bench.engine.jobCount == 1)
        let later = try bench.finish(bench.call("list"))
        #expect(later[0]?["id"]?.integer == 7)
        #expect(later[0]?.result?.integer == 1)
        #expect(bench.attachments == [Array("a".utf8)])
        #expect(later[1]?.result?.string == "a1")
        #expect(bench.engine.jobCount == 0)
    }

    @Test func `what was answered to a write is seen, what is not durable is not`() throws {
        let bench = try ShelfBench()
        _ = try bench.iterate(bench.call("add", "a"), bench.call("count", "a"))
        #expect(try bench.finish()[0]?.result?.integer == 1)
        _ = try bench.one(bench.call("count", "a"))
        bench.journal.failure = StorageError(.full, "full")
        let replies = try bench.finish(bench.call("add", "a"))
        #expect(replies[0]?.reason == "STORAGE_UNAVAILABLE")
    }

    @Test func `one that needs no work is answered only when the writes before it are durable`() throws {
        let bench = try ShelfBench()
        bench.journal.failure = StorageError(.full, "full")
        let replies = try bench.iterate(bench.call("add", "a"), bench.call("count", "none"))
        #expect(replies.map { $0?.reason } == ["STORAGE_UNAVAILABLE", "STORAGE_UNAVAILABLE"])
    }

    @Test func `what the work refuses is the answer, and in a batch there is no work`() throws {
        let bench = try ShelfBench()
        #expect(try bench.one(bench.call("count"))?.reason == "INVALID_PARAMS")
        #expect(try bench.one(bench.call("count", "uncountable")) == nil)
        #expect(try bench.finish()[0]?.reason == "OVERLOADED")
        let batch = try bench.one("[\(bench.call("count", "a")),\(bench.call("count", "none"))]")
        #expect(batch?.elements.map(\.reason) == ["INVALID_REQUEST", nil])
        #expect(bench.started.isEmpty)
    }

    @Test func `reads that wait are bounded, and have no part in the bound of writes`() throws {
        var limits = WorkerLimits()
        limits.readingsPerPeer = 2
        limits.offloaded = 1
        let bench = try ShelfBench(limits: limits)
        let count = bench.call("count", "a")
        let replies = try bench.iterate(count, count, count, bench.call("print", "b"), bench.call("print", "b"))
        #expect(replies.map { $0?.reason } == [nil, nil, "OVERLOADED", nil, "OVERLOADED"])
        #expect(replies[2]?["error"]?["data"]?["retryafterms"]?.integer == 200)
        #expect(try bench.finish().count == 3)
        #expect(try bench.one(count) == nil)
    }
}
