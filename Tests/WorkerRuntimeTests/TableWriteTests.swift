import Journal
import Messages
import TestKit
import Testing
import WireJSON

@testable import WorkerEngine

/// Writes that keep what they decide in tables of the service's own.
@Suite struct TableWriteTests {
    @Test func `an iteration's reads see its writes, and the next process sees both`() throws {
        let first = try ShelfBench()
        let replies = try first.iterate(
            first.call("add", "a"),
            first.call("list"),
            first.call("add", "a"),
            first.call("add", "b"),
            first.call("list")
        )
        #expect(replies[1]?.result?.string == "a1")
        #expect(replies[4]?.result?.string == "a2 b1")
        #expect(first.published.map(\.sequence) == [1, 2, 3])
        #expect(first.published.map(\.previousSequence) == [nil, 1, nil])
        first.journal.close()
        let second = try ShelfBench(directory: first.directory)
        #expect(try second.list() == "a2 b1")
        _ = try second.one(second.call("add", "a"))
        _ = try second.one(second.call("add", "b"))
        #expect(second.published.map(\.previousSequence) == [2, 3])
    }

    @Test func `a write that throws has changed nothing, the others of its iteration have`() throws {
        let bench = try ShelfBench()
        let replies = try bench.iterate(bench.call("add", "a"), bench.call("spill", "a"), bench.call("add", "a"))
        #expect(replies.map { $0?.result?.integer } == [1, nil, 2])
        #expect(replies[1]?.reason == "INSUFFICIENT_STOCK")
        #expect(try bench.list() == "a2")
        _ = try bench.one(bench.call("spill", "z"))
        #expect(try bench.list() == "a2")
        #expect(bench.published.count == 2)
    }

    @Test func `a commit that fails takes the tables back, and the reads of its iteration too`() throws {
        let bench = try ShelfBench()
        _ = try bench.one(bench.call("add", "a"))
        bench.journal.failure = StorageError(.full, "the disk is full")
        let replies = try bench.iterate(bench.call("add", "b", key: "k"), bench.call("list"))
        #expect(replies.allSatisfy { $0?.reason == "STORAGE_UNAVAILABLE" && $0?.outcome == "not_applied" })
        #expect(try bench.list() == "a1")
        #expect(try bench.one(bench.call("add", "c"))?.reason == "STORAGE_UNAVAILABLE")
        bench.journal.failure = nil
        #expect(bench.engine.recoverStorage())
        #expect(try bench.one(bench.call("add", "b", key: "k"))?.result?.integer == 1)
        #expect(try bench.list() == "a1 b1")
        #expect(bench.published.map(\.sequence) == [1, 2])
    }

    @Test func `a store that fails within a write takes back the whole batch, whatever the method made of it`() throws {
        let bench = try ShelfBench()
        let replies = try bench.iterate(bench.call("add", "a"), bench.call("list"), bench.call("ignore"))
        #expect(replies.map { $0?.reason } == Array(repeating: "STORAGE_UNAVAILABLE", count: 3))
        #expect(bench.published.isEmpty)
        #expect(bench.engine.ledger.failure != nil)
        #expect(bench.engine.recoverStorage())
        #expect(try bench.list() == "")
        #expect(try bench.one(bench.call("add", "a"))?.result?.integer == 1)
        #expect(bench.published.map(\.sequence) == [1])
    }

    @Test func `a change that no request asked for names the event before of its subject`() throws {
        let first = try ShelfBench()
        _ = try first.one(first.call("add", "a"))
        first.journal.close()
        let second = try ShelfBench(directory: first.directory)
        var result = JSONWriter()
        try second.engine.change("shelf.reload") { context in try ShelfService.add("a", &context, &result) }
        var events: [EventRecord] = []
        second.engine.forEachCommittedEvent { events.append($0) }
        #expect(events.map(\.sequence) == [2] && events.map(\.previousSequence) == [1])
    }

    @Test func `when a read finds that the store fails, nothing is written until it works again`() throws {
        let bench = try ShelfBench()
        #expect(try bench.one(bench.call("misread"))?.reason == "STORAGE_UNAVAILABLE")
        #expect(bench.engine.ledger.failure != nil)
        #expect(try bench.one(bench.call("add", "a"))?.reason == "STORAGE_UNAVAILABLE")
        #expect(bench.engine.recoverStorage())
        #expect(try bench.one(bench.call("add", "a"))?.result?.integer == 1)
    }

    @Test func `a secret is told once and never stored`() throws {
        let bench = try ShelfBench()
        let replies = try bench.iterate(bench.call("secret", key: "k"), bench.call("secret", key: "k"))
        #expect(replies[0]?.result?["secret"]?.string == "open sesame")
        #expect(replies[1]?.result?["secret"]?.isNull == true)
        #expect(try bench.one(bench.call("secret", key: "k"))?.result?["secret"]?.isNull == true)
        #expect(try bench.journal.storedReply(forKey: "k")?.result == Array(#"{"secret":null}"#.utf8))
    }
}
