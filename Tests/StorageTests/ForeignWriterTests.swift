import Testing

@testable import Journal
@testable import SQLite
@testable import SQLiteJournal

/// A program that is none of ours, at work on a store that a service has open.
struct ForeignWriterTests {
    private let directory: TemporaryDirectory

    init() throws { directory = try TemporaryDirectory() }

    private func open() throws -> SQLiteJournal {
        try SQLiteJournal(
            opening: SQLiteJournalConfiguration(
                directory: directory.path,
                service: "juice",
                initialLevels: Orders.start,
                balanceRule: Orders.balanceRule
            )
        )
    }

    private func change(_ sql: String) throws {
        try Database(directory.file("juice.sqlite"), for: .writing).execute(sql)
    }

    @Test
    func `after a write of another program nothing is stored before the store was loaded anew`() throws {
        let journal = try open()
        defer { journal.close() }
        var orders = try Orders(continuing: journal)
        try orders.commit(3, to: journal)
        try change("UPDATE journal SET time = time - 1 WHERE number = 3")

        var refused = orders
        let error = #expect(throws: StorageError.self) { try refused.commit(to: journal) }
        #expect(error?.code == .failing)
        #expect(error?.message.contains("another program has written") == true)
        // What is in memory may be wrong, so nothing goes on with it.
        let next = #expect(throws: StorageError.self) { try refused.commit(to: journal) }
        #expect(next?.code == .unavailable)

        try journal.probe()
        #expect(journal.lastEntry == 3)
        var continued = try Orders(continuing: journal)
        try continued.commit(to: journal)
        #expect(journal.lastEntry == 4)
    }

    @Test
    func `a row of another program is no reason to number ours twice`() throws {
        let journal = try open()
        defer { journal.close() }
        var orders = try Orders(continuing: journal)
        try orders.commit(to: journal)
        try change(
            """
            INSERT INTO journal(number, sequence, time, method, result)
            SELECT number + 1, sequence, time, method, result FROM journal WHERE number = 1
            """
        )
        #expect(throws: StorageError.self) { try orders.commit(to: journal) }
        try journal.probe()
        #expect(journal.lastEntry == 2)
    }

    @Test
    func `who only reads, and who copies a backup, is no other writer`() throws {
        let journal = try open()
        defer { journal.close() }
        var orders = try Orders(continuing: journal)
        try orders.commit(to: journal)
        let reader = try Database(directory.file("juice.sqlite"), for: .writing)
        #expect(try reader.integer("SELECT count(*) FROM journal") == 1)
        let configuration = SQLiteJournalConfiguration(
            directory: directory.path,
            service: "juice",
            balanceRule: Orders.balanceRule
        )
        _ = try StoreCopy.make(of: configuration, at: directory.file("copy.sqlite"))
        try orders.commit(to: journal)
        reader.close()
        try orders.commit(to: journal)
        #expect(journal.lastEntry == 3)
    }

    @Test
    func `a failure is not taken for another program`() throws {
        let journal = try open()
        defer { journal.close() }
        var orders = try Orders(continuing: journal)
        try orders.commit(to: journal)
        var repeated = orders
        let entry = repeated.entry(key: "key-1")
        #expect(throws: StorageError.self) { try journal.commit(repeated.batch([entry])) }
        var continued = try Orders(continuing: journal)
        try continued.commit(to: journal)
        #expect(journal.lastEntry == 2)
    }
}
