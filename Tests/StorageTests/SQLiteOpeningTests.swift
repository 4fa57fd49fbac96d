import CSimulatedDisk
import Foundation
import Testing

@testable import Journal
@testable import SQLite
@testable import SQLiteJournal

/// What opening and closing do to the directory, and who may open.
@Suite(.timeLimit(.minutes(10)))
struct SQLiteOpeningTests {
    private let directory: TemporaryDirectory

    init() throws { directory = try TemporaryDirectory() }

    private func configuration(_ path: String? = nil) -> SQLiteJournalConfiguration {
        SQLiteJournalConfiguration(
            directory: path ?? directory.path,
            service: "juice",
            initialLevels: Orders.start,
            balanceRule: Orders.balanceRule
        )
    }

    @Test
    func `every commit is synced`() throws {
        let journal = try SQLiteJournal(opening: configuration())
        let database = try journal.requireConnection().database
        #expect(try database.integer("PRAGMA synchronous") == 2)
        #expect(try database.text("PRAGMA journal_mode") == "wal")
        #expect(try database.integer("PRAGMA wal_autocheckpoint") == 0)
    }

    @Test(
        arguments: [
            ("SELECT number FROM journal WHERE key = 'a'", "journal_key"),
            (
                "SELECT number FROM journal WHERE method = 'a' AND number < 9 AND listed IS NOT NULL ORDER BY number DESC",
                "journal_listed (method=? AND rowid<?)"
            ),
        ]
    )
    func `the look-ups of the hot path use their index`(_ query: String, _ index: String) throws {
        let journal = try SQLiteJournal(opening: configuration())
        let plan = try journal.requireConnection().database.plan(of: query)
        #expect(plan.count == 1)
        #expect(plan.first?.contains(index) == true)
    }

    @Test
    func `the log starts anew while writing goes on`() throws {
        var configuration = configuration()
        configuration.checkpointPages = 40
        let journal = try SQLiteJournal(opening: configuration)
        var orders = try Orders(continuing: journal)
        let connection = try journal.requireConnection()
        var restarts = 0
        // The suite's time limit fails this if it never happens.
        while restarts < 5 {
            let before = connection.framesInLog
            try orders.commit(10, to: journal)
            if connection.framesInLog < before { restarts += 1 }
        }
        #expect(journal.lastEntry > 0)
    }

    @Test
    func `a second process is told who has the store`() throws {
        let journal = try SQLiteJournal(opening: configuration())
        let error = #expect(throws: StorageError.self) { try SQLiteJournal(opening: configuration()) }
        #expect(error?.code == .locked(holder: "pid \(getpid()) juice-service"))
        journal.close()
        try SQLiteJournal(opening: configuration()).close()
    }

    @Test
    func `closing leaves the database alone in its directory`() throws {
        let journal = try SQLiteJournal(opening: configuration())
        var orders = try Orders(continuing: journal)
        try orders.commit(100, to: journal)
        #expect(directory.has("juice.sqlite-wal") && directory.has("juice.lock"))
        journal.close()
        #expect(try FileManager.default.contentsOfDirectory(atPath: directory.path) == ["juice.sqlite"])
    }

    @Test
    func `a journal that is let go is closed`() throws {
        do {
            let journal = try SQLiteJournal(opening: configuration())
            var orders = try Orders(continuing: journal)
            try orders.commit(to: journal)
        }
        #expect(try FileManager.default.contentsOfDirectory(atPath: directory.path) == ["juice.sqlite"])
    }

    @Test(arguments: ["state", "state/", "a/b/c"])
    func `a missing directory is made for its owner only`(_ name: String) throws {
        let path = directory.file(name)
        let journal = try SQLiteJournal(opening: configuration(path))
        let attributes = try FileManager.default.attributesOfItem(atPath: path)
        #expect((attributes[.posixPermissions] as? Int) == 0o700)
        journal.close()
    }

    @Test(arguments: ["state", "state/", "a/b/c"], [false, true])
    func `a store that is made is durable with all directories above it`(_ name: String, _ isCutShort: Bool) throws {
        let path = directory.file(name)
        if isCutShort {
            // A start that was killed has made the directories, and nobody knows whether they were synced.
            try FileManager.default.createDirectory(
                atPath: path,
                withIntermediateDirectories: true,
                attributes: [.posixPermissions: 0o700]
            )
        }
        CSimulatedDisk_watch_syncs()
        try SQLiteJournal(opening: configuration(path)).close()
        var above = URL(filePath: path).standardizedFileURL.path
        while above != "/" {
            var status = stat()
            #expect(lstat(above, &status) == 0)
            #expect(CSimulatedDisk_has_synced(UInt64(status.st_dev), UInt64(status.st_ino)), "\(above)")
            above = URL(filePath: above).deletingLastPathComponent().path
        }
    }

    @Test(arguments: [0o701, 0o710, 0o755])
    func `a directory that others may enter is refused`(_ mode: Int) throws {
        let path = directory.file("state")
        let attributes: [FileAttributeKey: Any] = [.posixPermissions: mode]
        try FileManager.default.createDirectory(
            atPath: path,
            withIntermediateDirectories: false,
            attributes: attributes
        )
        let error = #expect(throws: StorageError.self) { try SQLiteJournal(opening: configuration(path)) }
        #expect(error?.code == .foreign)
        #expect(error?.message.contains("chmod 700 \(path)") == true)
        #expect(try FileManager.default.contentsOfDirectory(atPath: path) == [])
    }

    @Test(arguments: ["link", "link/"])
    func `a link in place of the directory is refused`(_ name: String) throws {
        try FileManager.default.createDirectory(atPath: directory.file("real"), withIntermediateDirectories: false)
        try FileManager.default.createSymbolicLink(
            atPath: directory.file("link"),
            withDestinationPath: directory.file("real")
        )
        let error = #expect(throws: StorageError.self) {
            try SQLiteJournal(opening: configuration(directory.file(name)))
        }
        #expect(error?.code == .foreign)
    }

    @Test
    func `a file in place of the directory is refused`() throws {
        try directory.write([1], to: "file")
        let error = #expect(throws: StorageError.self) {
            try SQLiteJournal(opening: configuration(directory.file("file")))
        }
        #expect(error?.code == .foreign)
    }

    @Test(.enabled(if: geteuid() == 0, "only root can give a directory away"))
    func `a directory of another user is refused`() throws {
        try FileManager.default.setAttributes([.ownerAccountID: 12_345], ofItemAtPath: directory.path)
        let error = #expect(throws: StorageError.self) { try SQLiteJournal(opening: configuration()) }
        #expect(error?.code == .foreign)
    }

    @Test
    func `a new item is added to an old store and an old item keeps its level`() throws {
        var configuration = configuration()
        let first = try SQLiteJournal(opening: configuration)
        var orders = try Orders(continuing: first)
        try orders.commit(to: first)
        first.close()
        configuration.initialLevels = [
            Level(item: "mango", quantity: 3, version: 9), Level(item: "apple", quantity: 7, version: 1),
        ]
        let second = try SQLiteJournal(opening: configuration)
        let levels = try second.loadLevels()
        #expect(levels.map(\.item) == ["apple", "kiwi", "mango"])
        #expect(levels.first?.quantity == 7 && levels.last == orders.levels["mango"])
    }

    @Test
    func `a store from before keys belonged to callers notes once how far it had come`() throws {
        let first = try SQLiteJournal(opening: configuration())
        var orders = try Orders(continuing: first)
        try orders.commit(3, to: first)
        #expect(first.lastUnscopedEntry == 0)
        first.close()
        let database = try Database(directory.file("juice.sqlite"), for: .writing)
        try database.execute("DELETE FROM meta WHERE name = 'unscoped_number'")
        try database.execute("DELETE FROM grdb_migrations WHERE identifier = '3 keys of callers'")
        database.close()
        for _ in 0..<2 {
            let journal = try SQLiteJournal(opening: configuration())
            #expect(journal.lastUnscopedEntry == 3)
            try orders.commit(2, to: journal)
            #expect(try journal.storedReply(forKey: "key-3")?.number == 3)
            journal.close()
        }
    }

    @Test
    func `a store that always had keys of callers has no older ones, however often it is opened`() throws {
        for _ in 0..<3 {
            let journal = try SQLiteJournal(opening: configuration())
            var orders = try Orders(continuing: journal)
            try orders.commit(2, to: journal)
            #expect(journal.lastUnscopedEntry == 0)
            journal.close()
        }
    }
}
