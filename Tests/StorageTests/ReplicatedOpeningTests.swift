import CSQLite
import Foundation
import Testing

@testable import Journal
@testable import SQLite
@testable import SQLiteJournal

/// Which store may follow which log, and with what.
@Suite(.timeLimit(.minutes(10)))
struct ReplicatedOpeningTests {
    private let directory: TemporaryDirectory

    init() throws { directory = try TemporaryDirectory() }

    private func refusal(_ configuration: SQLiteJournalConfiguration) -> StorageError? {
        #expect(throws: StorageError.self) { try SQLiteJournal(opening: configuration) }
    }

    @Test func `a store has the epoch of its stream, and follows no other`() throws {
        var configuration = ReplicatedShelf.configuration(directory.path)
        let journal = try SQLiteJournal(opening: configuration)
        #expect(journal.epoch == ReplicatedShelf.epoch)
        #expect(journal.logPosition == 0)
        journal.close()
        configuration.replicatedEpoch = "0190b5a8-7f00-7000-8000-00000000000b"
        #expect(refusal(configuration)?.code == .foreign)
        configuration.replicatedEpoch = nil
        #expect(refusal(configuration)?.code == .foreign)
        #expect(try SQLiteJournal(opening: ReplicatedShelf.configuration(directory.path)).logPosition == 0)
    }

    @Test func `a store of the former epoch gets the new one, one of a later epoch keeps its own`() throws {
        var configuration = ReplicatedShelf.configuration(directory.path)
        let (former, new) = (ReplicatedShelf.epoch, "0190b5a8-7f00-7000-8000-00000000000b")
        let other = "0190b5a8-7f00-7000-8000-00000000000c"
        let journal = try SQLiteJournal(opening: configuration)
        #expect(throws: StorageError.self) { try journal.changeEpoch(from: former, to: new, at: 2, checksum: [2]) }
        #expect(journal.epoch == former && journal.logPosition == 0)
        #expect(try journal.changeEpoch(from: former, to: new, at: 1, checksum: [1]))
        #expect(journal.epoch == new && journal.appliedRow == AppliedRow(position: 1, checksum: [1]))
        #expect(try !journal.changeEpoch(from: former, to: other, at: 2, checksum: [2]))
        journal.close()
        configuration.replicatedEpoch = new
        let again = try SQLiteJournal(opening: configuration)
        #expect(again.epoch == new && again.appliedRow == AppliedRow(position: 2, checksum: [2]))
    }

    @Test func `a store that follows no log cannot begin to, and has nothing to do with one`() throws {
        let journal = try SQLiteJournal(opening: Shelf.configuration(directory.path))
        #expect(journal.logPosition == nil)
        #expect(throws: StorageError.self) { try journal.row(of: JournalBatch(time: 1)) }
        #expect(throws: StorageError.self) { try journal.commit(JournalBatch(time: 1), at: 1) }
        #expect(throws: StorageError.self) {
            try journal.apply(ReplicatedRow(batch: JournalBatch(time: 1)), at: 1)
        }
        journal.close()
        #expect(refusal(ReplicatedShelf.configuration(directory.path))?.code == .foreign)
    }

    @Test func `an epoch that is none, or a new one, is refused before there is a store`() throws {
        var configuration = ReplicatedShelf.configuration(directory.file("state"))
        configuration.replicatedEpoch = "one"
        #expect(refusal(configuration)?.code == .unavailable)
        configuration.replicatedEpoch = ReplicatedShelf.epoch
        configuration.startsNewEpoch = true
        #expect(refusal(configuration)?.code == .unavailable)
        #expect(!directory.has("state"))
    }

    @Test(arguments: CommitSync.allCases) func `a commit is synced as it was asked for`(_ sync: CommitSync) throws {
        var configuration = Shelf.configuration(directory.path)
        #expect(configuration.commitSync == .full)
        configuration.commitSync = sync
        let journal = try SQLiteJournal(opening: configuration)
        let database = try journal.requireConnection().database
        #expect(try database.integer("PRAGMA synchronous") == (sync == .full ? 2 : 1))
    }

    @Test(arguments: [
        "CREATE TABLE unfit(a TEXT) STRICT", "CREATE TABLE unfit(a TEXT PRIMARY KEY)",
        "CREATE TABLE unfit(a INTEGER, b INTEGER, PRIMARY KEY (a, b))",
        "CREATE TABLE unfit(a INTEGER PRIMARY KEY, b INTEGER AS (a + 1)) STRICT",
        "CREATE TABLE unfit(a INTEGER PRIMARY KEY AUTOINCREMENT) STRICT",
        "CREATE TABLE unfit(a INTEGER PRIMARY KEY) STRICT; CREATE TRIGGER t AFTER INSERT ON unfit BEGIN SELECT 1; END",
    ])
    func `tables whose changes SQLite would not tell in full are in no store`(_ sql: String) throws {
        let tables = TableSchema([TableSchema.Migration("1 unfit", sql)])
        var configuration = ReplicatedShelf.configuration(directory.path, tables: tables)
        for epoch in [configuration.replicatedEpoch, nil] {
            configuration.replicatedEpoch = epoch
            let error = refusal(configuration)
            #expect(error?.code == .unavailable && error?.message.contains("cannot be replicated") == true)
        }
        // Nor does a store get them later, and what was wrong can be put right.
        configuration.tables = .none
        try SQLiteJournal(opening: configuration).close()
        configuration.tables = tables
        #expect(refusal(configuration)?.code == .unavailable)
        configuration.tables = TableSchema([.init("1 unfit", "CREATE TABLE unfit(a INTEGER PRIMARY KEY) STRICT")])
        try SQLiteJournal(opening: configuration).close()
        // Also one that an older program has made.
        let database = try Database(directory.file("market.sqlite"), for: .writing)
        try database.execute("CREATE TRIGGER t AFTER INSERT ON unfit BEGIN SELECT 1; END")
        database.close()
        #expect(refusal(configuration)?.message.contains("cannot be replicated") == true)
    }

    @Test func `an SQLite without sessions is refused with what it lacks`() throws {
        try SQLiteLibrary.requireSessions()
        for lacking in ["ENABLE_SESSION", "ENABLE_PREUPDATE_HOOK"] {
            let error = #expect(throws: StorageError.self) { try SQLiteLibrary.requireSessions { $0 != lacking } }
            #expect(error?.code == .unavailable)
            #expect(error?.message.contains("session extension") == true)
        }
    }
}
