import CSQLite
import Foundation
import Testing

@testable import Journal
@testable import SQLite
@testable import SQLiteJournal

/// What an orderly end saves the next start, and what it does not.
@Suite(.timeLimit(.minutes(10)))
struct CleanCloseTests {
    private let directory: TemporaryDirectory

    init() throws { directory = try TemporaryDirectory() }

    private func configuration() -> SQLiteJournalConfiguration {
        SQLiteJournalConfiguration(
            directory: directory.path,
            service: "juice",
            initialLevels: Orders.start,
            balanceRule: Orders.balanceRule
        )
    }

    private func open() throws -> SQLiteJournal { try SQLiteJournal(opening: configuration()) }

    /// What the store says, asked of it as any SQLite tool would.
    private func meta(_ name: String) throws -> Int? {
        let database = try Database(directory.file("juice.sqlite"), for: .writing)
        return try database.integer("SELECT value FROM meta WHERE name = ?1", [.text(name)])
    }

    private func change(_ sql: String) throws {
        try Database(directory.file("juice.sqlite"), for: .writing).execute(sql)
    }

    /// Leaves a closed store that is too large for a whole check, and whose first 200 rows are older than the base.
    private func makeLargeStore() throws -> Orders {
        let journal = try open()
        var orders = try Orders(continuing: journal)
        let large = (0..<200).map { _ in
            orders.entry().with(result: Array(repeating: UInt8(ascii: "r"), count: 180_000))
        }
        try journal.commit(orders.batch(large))
        try orders.commit(CheckScope.rowsToSum, to: journal)
        journal.close()
        #expect(try directory.bytes(of: "juice.sqlite").count > CheckScope.wholeUpToBytes)
        return orders
    }

    @Test
    func `a store is marked while it is closed and not once it has changed`() throws {
        var journal = try open()
        #expect(try meta("clean") == nil)
        journal.close()
        #expect(try meta("clean") == directory.bytes(of: "juice.sqlite").count)
        journal = try open()
        #expect(journal.isMarkedClean)
        #expect(try meta("clean") != nil)
        var orders = try Orders(continuing: journal)
        try orders.commit(to: journal)
        #expect(try meta("clean") == nil)
        journal.close()
        #expect(try meta("clean") == directory.bytes(of: "juice.sqlite").count)
    }

    @Test(arguments: ["probe", "prune"])
    func `every other write takes the mark away too`(_ call: String) throws {
        var configuration = configuration()
        configuration.retainedEvents = 0
        configuration.keyRetention = 0
        var journal = try SQLiteJournal(opening: configuration)
        var orders = try Orders(continuing: journal)
        try orders.commit(to: journal)
        journal.close()
        journal = try SQLiteJournal(opening: configuration)
        if call == "probe" { try journal.probe() } else { _ = try journal.prune(now: 0) }
        #expect(try meta("clean") == nil)
    }

    @Test
    func `a commit that is refused leaves the mark`() throws {
        try open().close()
        let journal = try open()
        var orders = try Orders(continuing: journal)
        try journal.requireConnection().database.execute("PRAGMA query_only = 1")
        #expect(throws: StorageError.self) { try orders.commit(to: journal) }
        #expect(journal.isMarkedClean)
        #expect(try meta("clean") != nil)
    }

    @Test
    func `opening and closing a marked store writes nothing`() throws {
        var journal = try open()
        var orders = try Orders(continuing: journal)
        try orders.commit(5, to: journal)
        journal.close()
        let before = try directory.bytes(of: "juice.sqlite")
        journal = try open()
        #expect(try journal.requireConnection().framesInLog == 0)
        journal.close()
        #expect(try directory.bytes(of: "juice.sqlite") == before)
    }

    @Test
    func `a large store that was closed is not read as a whole`() throws {
        let orders = try makeLargeStore()
        #expect(try meta("base_number") == 200)
        try change("DELETE FROM journal WHERE number = 50")
        try directory.spoil(index: "journal_key", of: "juice.sqlite")
        let journal = try open()
        #expect(journal.lastEntry == 200 + CheckScope.rowsToSum)
        #expect(try journal.loadLevels().last == orders.levels["mango"])
        // What the start has not seen, a reader does.
        let calls: [() throws -> Void] = [
            { _ = try journal.entry(50) }, { _ = try journal.events(after: 40, limit: 20) },
            { _ = try journal.storedReply(forKey: "key-10000") },
        ]
        for call in calls {
            let error = #expect(throws: StorageError.self) { try call() }
            #expect(error?.code == .corrupt)
        }
        #expect(try journal.events(after: 5_000, limit: 20).count == 20)
    }

    @Test(
        arguments: [
            "UPDATE level SET quantity = quantity + 1 WHERE item = 'kiwi'",
            "UPDATE level SET quantity = quantity + 1 WHERE item = 'mango'",
            "UPDATE level SET version = version + 1 WHERE item = 'mango'",
            "DELETE FROM level WHERE item = 'mango'",
            "DELETE FROM journal WHERE number = 1",
            "DELETE FROM journal WHERE number = 200",
            "DELETE FROM journal WHERE number = 5000",
            "DELETE FROM journal WHERE number = (SELECT max(number) FROM journal)",
            "UPDATE journal SET events = replace(events, '\"delta\":-2', '\"delta\":-3') WHERE number = 5000",
            "UPDATE journal SET events = NULL WHERE number = 5000",
            "UPDATE meta SET value = 5 WHERE name = 'base_sequence'",
            // Changes what the store says of its own size, so that only the whole check can refuse it.
            "DELETE FROM journal WHERE number = 50; UPDATE meta SET value = value + 4096 WHERE name = 'clean'",
            "DELETE FROM journal WHERE number = 50; DELETE FROM meta WHERE name = 'clean'",
        ]
    )
    func `a large store that was closed is refused all the same`(_ sql: String) throws {
        _ = try makeLargeStore()
        try change(sql)
        let error = #expect(throws: StorageError.self) { try open() }
        #expect(error?.code == .corrupt)
        #expect(error?.message.contains("juice.sqlite is damaged") == true)
    }

    @Test
    func `a large store that was cut off is refused`() throws {
        _ = try makeLargeStore()
        var bytes = try directory.bytes(of: "juice.sqlite")
        bytes.removeLast(4_096)
        try directory.write(bytes, to: "juice.sqlite")
        let error = #expect(throws: StorageError.self) { try open() }
        #expect(error?.code == .corrupt)
    }

    @Test
    func `a log with something in it outweighs the mark`() throws {
        _ = try makeLargeStore()
        try change("DELETE FROM journal WHERE number = 50")
        // Not a sound log, so SQLite ignores it; but it was not there when the store was closed.
        try directory.write(Array(repeating: 1, count: 5_000), to: "juice.sqlite-wal")
        let error = #expect(throws: StorageError.self) { try open() }
        #expect(error?.code == .corrupt)
    }

    @Test
    func `a restored copy starts a new epoch once and keeps everything else`() throws {
        let first = try open()
        var orders = try Orders(continuing: first)
        try orders.commit(3, to: first)
        let old = first.epoch
        first.close()

        var configuration = configuration()
        configuration.startsNewEpoch = true
        let restored = try SQLiteJournal(opening: configuration)
        let new = restored.epoch
        #expect(new != old && new.utf8.count == 36 && new == new.lowercased())
        #expect(restored.lastEntry == 3 && restored.lastSequence == 3)
        #expect(try restored.loadLevels().last == orders.levels["mango"])
        // A probe that has to open the store anew must not start yet another one.
        try restored.requireConnection().refuseCommits()
        var attempt = orders
        #expect(throws: StorageError.self) { try attempt.commit(to: restored) }
        try restored.probe()
        #expect(restored.epoch == new)
        restored.close()

        let third = try open()
        #expect(third.epoch == new)
    }
}
