import CSQLite
import Foundation
import Synchronization
import Testing

@testable import Journal
@testable import SQLite
@testable import SQLiteJournal

/// Reading a service's own tables beside its writes.
@Suite(.timeLimit(.minutes(10)))
struct TableReaderTests {
    private let directory: TemporaryDirectory

    init() throws { directory = try TemporaryDirectory() }

    private static func titles(_ reader: any TableReader) throws -> [String] {
        try reader.read { tables throws(StorageError) in
            try tables.rows("SELECT title FROM book ORDER BY id") { $0.text(at: 0) }
        }
    }

    @Test
    func `what is durable is seen, what is not is not`() throws {
        let journal = try Shelf(directory).open()
        var orders = try Orders(continuing: journal)
        #expect(try Self.titles(journal.tableReader) == [])
        try Shelf.add("one", to: journal)
        #expect(try Self.titles(journal.tableReader) == [])
        try orders.commit(to: journal)
        #expect(try Self.titles(journal.tableReader) == ["one"])
    }

    @Test
    func `a reading on another thread sees one state, and does not hold writes up`() throws {
        let journal = try Shelf(directory).open()
        var orders = try Orders(continuing: journal)
        try Shelf.add("one", to: journal)
        try orders.commit(to: journal)
        let reader = journal.tableReader
        let begun = DispatchSemaphore(value: 0)
        let changed = DispatchSemaphore(value: 0)
        let ended = DispatchSemaphore(value: 0)
        let counts = Mutex<[Int?]>([])
        Thread.detachNewThread {
            for _ in 0..<2 {
                try? reader.read { tables throws(StorageError) in
                    for _ in 0..<2 {
                        let count = try tables.first("SELECT count(*) FROM book") { $0.integer(at: 0) }
                        counts.withLock { $0.append(count) }
                        begun.signal()
                        changed.wait()
                    }
                }
            }
            ended.signal()
        }
        begun.wait()
        try Shelf.add("two", to: journal)
        try orders.commit(to: journal)
        for _ in 0..<4 { changed.signal() }
        ended.wait()
        #expect(counts.withLock { $0 } == [1, 1, 2, 2])
    }

    @Test
    func `a snapshot cannot be changed`() throws {
        let journal = try Shelf(directory).open()
        let error = #expect(throws: StorageError.self) {
            try journal.tableReader.read { tables throws(StorageError) in
                _ = try tables.attempt(onFailure: { $0 }) { () throws(StorageError) in
                    try tables.change("DELETE FROM book")
                }
            }
        }
        #expect(error?.code == .failing)
    }

    @Test
    func `it ends with its journal, whose log is emptied all the same`() throws {
        let journal = try Shelf(directory).open()
        var orders = try Orders(continuing: journal)
        try orders.commit(to: journal)
        _ = try Self.titles(journal.tableReader)
        let reader = journal.tableReader
        journal.close()
        let error = #expect(throws: StorageError.self) { try Self.titles(reader) }
        #expect(error?.code == .unavailable)
        #expect(!directory.has("market.sqlite-wal"))
    }

    @Test
    func `after a commit with an unknown outcome it waits for a probe`() throws {
        let journal = try Shelf(directory).open()
        var orders = try Orders(continuing: journal)
        try orders.commit(to: journal)
        _ = try Self.titles(journal.tableReader)
        try journal.requireConnection().refuseCommits()
        var attempt = orders
        #expect(throws: StorageError.self) { try attempt.commit(to: journal) }
        let error = #expect(throws: StorageError.self) { try Self.titles(journal.tableReader) }
        #expect(error?.code == .unavailable)
        try journal.probe()
        #expect(try Self.titles(journal.tableReader) == [])
    }
}
