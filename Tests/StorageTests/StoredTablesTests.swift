import Foundation
import Platform
import TestKit
import Testing

@testable import Journal
@testable import SQLite
@testable import SQLiteJournal

/// A service's own tables share the fate of the journal's rows, and nothing else.
@Suite(.timeLimit(.minutes(10)))
struct StoredTablesTests {
    private let directory: TemporaryDirectory

    init() throws { directory = try TemporaryDirectory() }

    private func open() throws -> SQLiteJournal { try Shelf(directory).open() }

    @Test
    func `changes are seen at once and are durable with the next commit`() throws {
        let journal = try open()
        try Shelf.add("첫 번째", to: journal)
        try Shelf.add("two", to: journal)
        #expect(try Shelf.titles(in: journal) == ["첫 번째", "two"])
        var orders = try Orders(continuing: journal)
        try orders.commit(to: journal)
        journal.close()
        #expect(try Shelf.titles(in: open()) == ["첫 번째", "two"])
    }

    @Test
    func `values of every kind come back as they were given`() throws {
        let journal = try open()
        let title = "a\u{0}b\"'망고"
        try journal.tables.attempt(onFailure: { $0 as any Error }) {
            try journal.tables.change(
                "INSERT INTO book(id, title, cover) VALUES (?1, ?2, ?3)",
                [.integer(Int.max), .text(title), .blob([0, 255, 0])]
            )
            try journal.tables.change(
                "INSERT INTO book(id, title, cover) VALUES (?1, ?2, ?3)",
                [.integer(Int.min), .text(""), .null]
            )
        }
        struct Book: Equatable {
            var id: Int
            var title: String
            var cover: [UInt8]?
        }
        let books = try journal.tables.rows("SELECT id, title, cover FROM book ORDER BY id DESC") {
            Book(id: $0.integer(at: 0), title: $0.text(at: 1), cover: $0.isNull(at: 2) ? nil : $0.bytes(at: 2))
        }
        #expect(books == [Book(id: .max, title: title, cover: [0, 255, 0]), Book(id: .min, title: "", cover: nil)])
    }

    @Test
    func `an attempt that throws has changed nothing, the attempts around it stay`() throws {
        struct Change: Error {}
        let journal = try open()
        try Shelf.add("one", to: journal)
        #expect(throws: Change.self) {
            try journal.tables.attempt(onFailure: { $0 as any Error }) {
                try journal.tables.change("INSERT INTO book(title) VALUES ('two')")
                try journal.tables.change("DELETE FROM book WHERE title = 'one'")
                throw Change()
            }
        }
        try Shelf.add("three", to: journal)
        #expect(try Shelf.titles(in: journal) == ["one", "three"])
        var orders = try Orders(continuing: journal)
        try orders.commit(to: journal)
        #expect(try Shelf.titles(in: journal) == ["one", "three"])
    }

    @Test
    func `a broken constraint fails its statement only`() throws {
        let journal = try open()
        try Shelf.add("one", to: journal)
        let error = #expect(throws: StorageError.self) { try Shelf.add("one", to: journal) }
        #expect(error?.code == .failing)
        try Shelf.add("two", to: journal)
        #expect(try Shelf.titles(in: journal) == ["one", "two"])
    }

    @Test
    func `what is discarded, or never committed, is gone`() throws {
        let journal = try open()
        try Shelf.add("one", to: journal)
        journal.tables.discard()
        #expect(try Shelf.titles(in: journal).isEmpty)
        try Shelf.add("two", to: journal)
        var orders = try Orders(continuing: journal)
        try orders.commit(to: journal)
        try Shelf.add("three", to: journal)
        journal.close()
        #expect(try Shelf.titles(in: open()) == ["two"])
    }

    @Test
    func `a batch that cannot be committed takes the changes with it`() throws {
        let journal = try open()
        try Shelf.add("one", to: journal)
        var orders = try Orders(continuing: journal)
        let entry = orders.entry(key: "k").with(number: 7)
        #expect(throws: StorageError.self) { try journal.commit(orders.batch([entry])) }
        journal.tables.discard()
        #expect(try Shelf.titles(in: journal).isEmpty)
    }

    @Test
    func `a query cannot change, and a change needs its attempt`() throws {
        let journal = try open()
        #expect(throws: StorageError.self) {
            try journal.tables.rows("DELETE FROM book RETURNING id") { $0.integer(at: 0) }
        }
        #expect(throws: StorageError.self) { try journal.tables.change("DELETE FROM book") }
        #expect(throws: StorageError.self) { try journal.tables.rows("SELECT ?1", []) { $0.integer(at: 0) } }
    }

    @Test
    func `a query may be made again for each of its rows`() throws {
        let journal = try open()
        for title in ["a", "b", "c"] { try Shelf.add(title, to: journal) }
        var pairs: [String] = []
        let query = "SELECT title FROM book ORDER BY id"
        try journal.tables.forEachRow(query) { (outer) throws(StorageError) in
            try journal.tables.forEachRow(query) { (inner) throws(StorageError) in
                pairs.append(outer.text(at: 0) + inner.text(at: 0))
                return true
            }
            return true
        }
        #expect(pairs == ["aa", "ab", "ac", "ba", "bb", "bc", "ca", "cb", "cc"])
    }

    @Test
    func `once an error has ended the transaction nothing of it can be committed`() throws {
        let journal = try open()
        try Shelf.add("one", to: journal)
        // What SQLite itself does after some errors.
        try journal.requireConnection().database.execute("ROLLBACK")
        #expect(throws: StorageError.self) { try Shelf.add("two", to: journal) }
        var orders = try Orders(continuing: journal)
        #expect(throws: StorageError.self) { try orders.commit(to: journal) }
        journal.tables.discard()
        try Shelf.add("three", to: journal)
        orders = try Orders(continuing: journal)
        try orders.commit(to: journal)
        #expect(try Shelf.titles(in: journal) == ["three"])
        #expect(journal.lastEntry == 1)
    }

    @Test(.enabled(if: SmallDisk.isAvailable, "mounting needs root"))
    func `a full disk takes back the whole batch, and the store goes on afterwards`() throws {
        let disk = try SmallDisk(kilobytes: 2_048)
        let journal = try Shelf(directory, path: "\(disk.path)/state").open()
        try Shelf.add("one", to: journal)
        var orders = try Orders(continuing: journal)
        try orders.commit(to: journal)
        try disk.fill()
        let error = #expect(throws: StorageError.self) {
            // More than the page cache holds, so that the disk is full before the commit already, or in it.
            for number in 0..<400 { try Shelf.add("\(number)" + String(repeating: "x", count: 9_000), to: journal) }
            try orders.commit(to: journal)
        }
        #expect(error?.code == .full || error?.code == .failing)
        journal.tables.discard()
        #expect(try Shelf.titles(in: journal) == ["one"])
        try disk.free()
        try journal.probe()
        try Shelf.add("two", to: journal)
        orders = try Orders(continuing: journal)
        try orders.commit(to: journal)
        journal.close()
        #expect(try Shelf.titles(in: Shelf(directory, path: "\(disk.path)/state").open()) == ["one", "two"])
    }

    @Test
    func `a kill leaves a row of the journal and its change of the tables, or neither`() async throws {
        for _ in 0..<5 {
            let path = directory.path
            await #expect(processExitsWith: .signal(SIGKILL)) { [path = path as String] in
                let journal = try SQLiteJournal(opening: Shelf.configuration(path))
                var orders = try Orders(continuing: journal)
                _ = try NamedThread(name: "killer") {
                    usleep(UInt32.random(in: 1_000...40_000))
                    kill(getpid(), SIGKILL)
                }
                while true {
                    try Shelf.add("\(journal.lastEntry + 1)", to: journal)
                    try orders.commit(to: journal)
                }
            }
            let journal = try open()
            #expect(try Shelf.titles(in: journal) == (1..<(journal.lastEntry + 1)).map(String.init))
            journal.close()
        }
    }

    @Test
    func `a store that breaks a rule of its tables is refused`() throws {
        let journal = try open()
        try Shelf.add("broken", to: journal)
        var orders = try Orders(continuing: journal)
        try orders.commit(to: journal)
        journal.close()
        let error = #expect(throws: StorageError.self) { try open() }
        #expect(error?.code == .corrupt)
        #expect(error?.message.contains("book 1 is broken") == true)
    }

    @Test
    func `an older store gets the tables it lacks, one with more tables is left alone`() throws {
        var shelf = Shelf(directory)
        shelf.configuration.tables = .none
        try shelf.open().close()
        let journal = try open()
        #expect(try Shelf.titles(in: journal).isEmpty)
        journal.close()
        let error = #expect(throws: StorageError.self) { try shelf.open() }
        #expect(error?.code == .foreign)
    }

    @Test(
        arguments: [
            "DELETE FROM journal", "UPDATE Level SET quantity = 0", "INSERT INTO meta VALUES ('epoch', 'x')",
            "REPLACE INTO journal SELECT * FROM journal", "DROP TABLE book", "CREATE TABLE other(a)",
            "CREATE TEMP TABLE other(a)", "PRAGMA user_version = 5", "ATTACH ':memory:' AS other", "BEGIN", "COMMIT",
            "SAVEPOINT a",
            "ROLLBACK TO journal", "BEGIN IMMEDIATE", "DELETE FROM grdb_migrations",
        ]
    )
    func `a service's statement leaves the store's tables and transactions alone`(sql: String) throws {
        let journal = try open()
        let error = #expect(throws: StorageError.self) {
            try journal.tables.attempt(onFailure: { $0 as any Error }) { try journal.tables.change(sql) }
        }
        #expect(error?.code == .failing && error?.message.contains("own tables") == true)
        try Shelf.add("one", to: journal)
        var orders = try Orders(continuing: journal)
        try orders.commit(to: journal)
        #expect(try Shelf.titles(in: journal) == ["one"] && journal.lastEntry == 1)
    }

    @Test(
        arguments: [
            "DELETE FROM meta", "DROP TABLE journal", "CREATE INDEX more ON journal(time)",
            "CREATE TABLE level_more(a)",
            "ALTER TABLE level ADD COLUMN more", "COMMIT", "PRAGMA journal_mode = DELETE",
            "CREATE VIRTUAL TABLE more USING fts5(a)",
            "CREATE TRIGGER more AFTER INSERT ON journal BEGIN SELECT 1; END",
        ]
    )
    func `a step of its tables leaves them alone, too, and makes no store`(sql: String) throws {
        var configuration = Shelf.configuration(directory.path)
        configuration.tables.migrations.append(.init("2 more", sql))
        let error = #expect(throws: StorageError.self) { try SQLiteJournal(opening: configuration) }
        #expect(error?.message.contains("own tables") == true)
        #expect(!directory.has("market.sqlite"))
        try open().close()
    }

    @Test
    func `a rule reads every table, and changes none`() throws {
        var configuration = Shelf.configuration(directory.path)
        configuration.tables.rules = [.init("SELECT 'level' FROM level WHERE version < 0", finding: "is below zero")]
        try SQLiteJournal(opening: configuration).close()
        configuration.tables.rules = [.init("DELETE FROM level RETURNING 'level'", finding: "is gone")]
        #expect(throws: StorageError.self) { try SQLiteJournal(opening: configuration) }
    }
}
