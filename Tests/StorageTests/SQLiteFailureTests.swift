import CSQLite
import Foundation
import TestKit
import Testing

@testable import Journal
@testable import SQLite
@testable import SQLiteJournal

/// A store that cannot write says so, applies nothing, and comes back by itself.
@Suite(.timeLimit(.minutes(10)))
struct SQLiteFailureTests {
    private let directory: TemporaryDirectory

    init() throws { directory = try TemporaryDirectory() }

    private func open(_ path: String? = nil) throws -> SQLiteJournal {
        let configuration = SQLiteJournalConfiguration(
            directory: path ?? directory.path,
            service: "juice",
            initialLevels: Orders.start,
            balanceRule: Orders.balanceRule
        )
        return try SQLiteJournal(opening: configuration)
    }

    /// Commits batches until one is refused, and checks that it left no trace.
    private func commitUntilRefused(_ journal: SQLiteJournal, _ orders: inout Orders) throws -> StorageError? {
        for _ in 0..<10_000 {
            var next = orders
            do {
                try next.commit(20, to: journal)
                orders = next
            } catch let error as StorageError {
                #expect(journal.lastSequence == journal.lastEntry)
                #expect(try journal.loadLevels().last == orders.levels["mango"])
                #expect(try journal.storedReply(forKey: "key-\(journal.lastEntry + 1)") == nil)
                #expect(try journal.entry(journal.lastEntry + 1) == nil)
                return error
            }
        }
        return nil
    }

    /// Checks that the journal continues where it stood, and that the store adds up afterwards.
    private func checkRecovery(_ journal: SQLiteJournal, _ orders: inout Orders, path: String) throws {
        try journal.probe()
        try orders.commit(to: journal)
        let last = journal.lastEntry
        journal.close()
        let reopened = try open(path)
        #expect(reopened.lastEntry == last)
        #expect(try reopened.loadLevels().last == orders.levels["mango"])
        reopened.close()
    }

    @Test
    func `a store at its size limit is full until it gets more`() throws {
        let journal = try open()
        var orders = try Orders(continuing: journal)
        try journal.requireConnection().database.execute("PRAGMA max_page_count = 60")
        #expect(try commitUntilRefused(journal, &orders)?.code == .full)
        try journal.requireConnection().database.execute("PRAGMA max_page_count = 100000")
        try checkRecovery(journal, &orders, path: directory.path)
    }

    @Test(.enabled(if: SmallDisk.isAvailable, "needs the right to mount"))
    func `a full disk refuses until there is room`() throws {
        let disk = try SmallDisk(kilobytes: 4_096)
        let journal = try open(disk.path)
        var orders = try Orders(continuing: journal)
        try orders.commit(20, to: journal)
        try disk.fill()
        #expect(try commitUntilRefused(journal, &orders)?.code == .full)
        let error = #expect(throws: StorageError.self) { for _ in 0..<100 { try journal.probe() } }
        #expect(error?.code == .full)
        try disk.free()
        try checkRecovery(journal, &orders, path: disk.path)
    }

    @Test(.enabled(if: SmallDisk.isAvailable, "needs the right to mount"))
    func `a read-only disk refuses to open`() throws {
        let disk = try SmallDisk(kilobytes: 4_096)
        let journal = try open(disk.path)
        var orders = try Orders(continuing: journal)
        try orders.commit(to: journal)
        journal.close()
        try disk.makeReadOnly()
        let error = #expect(throws: StorageError.self) { try open(disk.path) }
        #expect(error?.code == .readOnly)
        try disk.makeWritable()
        let reopened = try open(disk.path)
        try checkRecovery(reopened, &orders, path: disk.path)
    }

    @Test
    func `a connection that turns read-only refuses before anything is written`() throws {
        let journal = try open()
        var orders = try Orders(continuing: journal)
        try journal.requireConnection().database.execute("PRAGMA query_only = 1")
        #expect(try commitUntilRefused(journal, &orders)?.code == .readOnly)
        #expect(throws: StorageError.self) { try journal.probe() }
        try journal.requireConnection().database.execute("PRAGMA query_only = 0")
        try checkRecovery(journal, &orders, path: directory.path)
    }

    @Test
    func `a probe after a commit with an unknown outcome does not read the whole file`() throws {
        let journal = try open()
        var orders = try Orders(continuing: journal)
        try orders.commit(60, to: journal)
        let connection = try journal.requireConnection()
        // So that no page comes from the log.
        _ = try connection.database.checkpoint(.truncate)
        // Damage that only a check of all pages finds: neither the probe nor a commit without a key needs this index.
        try directory.spoil(index: "journal_key", of: "juice.sqlite")
        connection.refuseCommits()
        let entries = [orders.entry()]
        let error = #expect(throws: StorageError.self) { try journal.commit(orders.batch(entries)) }
        #expect(error?.code == .commitUnknown)
        try journal.probe()
        #expect(journal.lastEntry == 60)
        journal.close()
        #expect(throws: StorageError.self) { try open() }
    }

    @Test
    func `without its statements the journal never says that a key is unknown`() throws {
        let journal = try open()
        var orders = try Orders(continuing: journal)
        try orders.commit(to: journal)
        try journal.requireConnection().close()
        for _ in 0..<2 {
            let error = #expect(throws: StorageError.self) { _ = try journal.storedReply(forKey: "key-1") }
            #expect(error?.code == .unavailable)
            let refusal = #expect(throws: StorageError.self) { _ = try journal.events(after: 0, limit: 1) }
            #expect(refusal?.code == .unavailable)
        }
    }

    @Test
    func `after a commit with an unknown outcome only a probe opens the store again`() throws {
        let journal = try open()
        var orders = try Orders(continuing: journal)
        try orders.commit(to: journal)
        let connection = try journal.requireConnection()
        connection.refuseCommits()
        var attempt = orders
        let error = #expect(throws: StorageError.self) { try attempt.commit(to: journal) }
        #expect(error?.code == .commitUnknown)
        #expect(journal.lastEntry == 1)
        for _ in 0..<2 {
            let refusal = #expect(throws: StorageError.self) { _ = try journal.storedReply(forKey: "key-1") }
            #expect(refusal?.code == .unavailable)
        }
        try checkRecovery(journal, &orders, path: directory.path)
    }
}
