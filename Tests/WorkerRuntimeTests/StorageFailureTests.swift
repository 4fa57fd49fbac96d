import Journal
import Messages
import TestKit
import Testing
import WireJSON
import WorkerEngine

@Suite struct StorageFailureTests {
    @Test func `nothing is told ok, and nothing stays, when a commit fails`() throws {
        let bench = try EngineBench()
        _ = try bench.one(bench.add(5))
        bench.journal.failure = StorageError(.full, "the disk is full")
        let replies = try bench.iterate(
            bench.add(1, id: 1, key: "a"),
            bench.get(id: 2),
            bench.add(-99, id: 3),
            #"{"jsonrpc":"2.0","id":4,"method":"service.ping"}"#
        )
        #expect(replies[0]?.reason == "STORAGE_UNAVAILABLE" && replies[0]?.outcome == "not_applied")
        #expect(replies[1]?.reason == "STORAGE_UNAVAILABLE")
        #expect(replies[2]?.reason == "STORAGE_UNAVAILABLE")
        #expect(replies[3]?.result != nil)
        #expect(bench.published.count == 1)
        #expect(try bench.one(bench.get())?.result?.integer == 5)
    }

    @Test func `a service that cannot store says so, goes on reading, and recovers`() throws {
        let bench = try EngineBench()
        bench.journal.failure = StorageError(.full, "the disk is full")
        _ = try bench.one(bench.add(1, key: "a"))
        let health = #"{"jsonrpc":"2.0","id":1,"method":"service.health"}"#
        #expect(try bench.one(health)?.result?["status"]?.string == "NOT_SERVING")
        #expect(try bench.one(health)?.result?["checks"]?[0]?["detail"]?.string == "the disk is full")
        #expect(try bench.one(bench.add(1, key: "b"))?.reason == "STORAGE_UNAVAILABLE")
        #expect(try bench.one(bench.get())?.result?.integer == 0)
        #expect(!bench.engine.recoverStorage())
        bench.journal.failure = nil
        #expect(bench.engine.recoverStorage())
        #expect(try bench.one(health)?.result?["status"]?.string == "SERVING")
        #expect(try bench.one(bench.add(1, key: "a"))?.result?.integer == 1)
        #expect(bench.published.map(\.sequence) == [1])
    }

    @Test func `after a commit of unknown outcome the store decides what happened`() throws {
        let bench = try EngineBench()
        bench.journal.failure = StorageError(.commitUnknown, "fsync failed")
        bench.journal.commitsBeforeFailing = true
        let replies = try bench.iterate(bench.add(5, id: 1, key: "a"), bench.get(id: 2))
        #expect(replies[0]?.reason == "COMMIT_UNKNOWN" && replies[0]?.outcome == "unknown")
        #expect(replies[0]?["error"]?["data"]?["retryable"]?.boolean == true)
        #expect(replies[1]?.reason == "STORAGE_UNAVAILABLE")
        #expect(bench.published.isEmpty)
        bench.journal.failure = nil
        #expect(bench.engine.recoverStorage())
        let again = try bench.one(bench.add(5, id: 3, key: "a"))
        #expect(again?.result?.integer == 5)
        #expect(again?["meta"]?["replayed"]?.boolean == true)
        #expect(try bench.one(bench.get())?.result?.integer == 5)
    }

    @Test func `what is wrong with a request is told before what is wrong with the store`() throws {
        let bench = try EngineBench()
        bench.journal.failure = StorageError(.full, "the disk is full")
        _ = try bench.one(bench.add(1))
        #expect(try bench.one(bench.add(-1))?.reason == "INSUFFICIENT_STOCK")
        #expect(try bench.one(bench.add(9_999))?.reason == "INVALID_PARAMS")
        #expect(try bench.one(bench.get())?.result?.integer == 0)
    }

    @Test func `whoever shares a stream and cannot store refuses nothing by a state that may be behind`() throws {
        let bench = try EngineBench()
        bench.journal.membership = SharedPart()
        bench.journal.failure = StorageError(.commitUnknown, "the log did not confirm")
        #expect(try bench.one(bench.add(5, key: "a"))?.reason == "COMMIT_UNKNOWN")
        // The log may have the 5, so these are not known to be too many.
        #expect(try bench.one(bench.add(-1))?.reason == "STORAGE_UNAVAILABLE")
        #expect(try bench.one(bench.add(-1, key: "b"))?.reason == "STORAGE_UNAVAILABLE")
        #expect(try bench.one(bench.add(9_999))?.reason == "INVALID_PARAMS")
    }

    @Test func `a key whose fate nobody knows is not said to be undone`() throws {
        let bench = try EngineBench()
        bench.journal.lookUpFailure = StorageError(.unavailable, "being checked")
        let reply = try bench.one(bench.add(1, key: "k"))
        #expect(reply?.reason == "COMMIT_UNKNOWN" && reply?.outcome == "unknown")
        #expect(bench.engine.ledger.failure != nil)
    }

    @Test func `a store that fails while old rows are removed is looked after`() throws {
        let bench = try EngineBench()
        bench.journal.failure = StorageError(.commitUnknown, "fsync failed")
        #expect(!bench.engine.ledger.prune())
        #expect(bench.engine.ledger.failure != nil)
        bench.journal.failure = nil
        #expect(bench.engine.recoverStorage())
    }

    @Test func `a repeated key is answered although nothing can be stored`() throws {
        let bench = try EngineBench()
        _ = try bench.one(bench.add(5, key: "a"))
        bench.journal.failure = StorageError(.readOnly, "read-only")
        _ = try bench.one(bench.add(1))
        #expect(try bench.one(bench.add(5, key: "a"))?["meta"]?["replayed"]?.boolean == true)
    }

    @Test func `writes before a read of the past are settled by their own commit`() throws {
        let bench = try EngineBench()
        let entries = #"{"jsonrpc":"2.0","id":2,"method":"counter.entries"}"#
        bench.journal.failure = StorageError(.full, "full")
        let reply = try #require(try bench.one("[\(bench.add(1)),\(entries),\(bench.add(1))]"))
        #expect(reply[0]?.reason == "STORAGE_UNAVAILABLE")
        #expect(reply[1]?.result?.integer == 0)
        #expect(reply[2]?.reason == "STORAGE_UNAVAILABLE")
    }
}

/// A part in a stream that does nothing.
private final class SharedPart: StreamMembership {
    let refusal: StorageError? = nil
    let status = StreamStatus(part: .active, term: 1, position: 0, lag: 0)

    func start(_ observe: @escaping (StreamNotice) -> Void) {}
    func followNow() {}
    func makeSnapshotIfDue(
        every rows: Int,
        offload: @escaping StreamOffload,
        report: @escaping (Result<Int, StorageError>) -> Void
    ) {}
    func handOver() {}
}
