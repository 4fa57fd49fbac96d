import CSQLite
import Foundation
import Platform
import TestKit
import Testing

@testable import Journal
@testable import SQLite
@testable import SQLiteJournal

/// A large store that a killed process has left is used at once and looked at as a whole meanwhile.
@Suite(.timeLimit(.minutes(10)))
struct WholeCheckTests {
    private let directory: TemporaryDirectory

    init() throws { directory = try TemporaryDirectory() }

    private func configuration(boot: String? = "first boot") -> SQLiteJournalConfiguration {
        var configuration = Shelf.configuration(directory.path)
        // Any store counts as a large one.
        configuration.wholeUpToBytes = 0
        configuration.boot = boot
        return configuration
    }

    private func open(boot: String? = "first boot") throws -> SQLiteJournal {
        try SQLiteJournal(opening: configuration(boot: boot))
    }

    /// Ends a journal as the end of its process would: its files and its lock are free, and it has said nothing.
    private func kill(_ journal: SQLiteJournal) throws {
        journal.drop(try journal.requireConnection())
        journal.lock.release(leavingFile: true)
        journal.close()
    }

    /// Leaves a store with 30 rows, all before the base, that a killed process has found sound.
    private func makeKilledStore() throws {
        for rows in [30, 0] {
            let journal = try open()
            var orders = try Orders(continuing: journal)
            if rows > 0 { try orders.commit(rows, to: journal) }
            try finishCheck(of: journal)
            try kill(journal)
        }
        #expect(try meta("base_number") == "30")
        #expect(try meta("sound") != nil)
    }

    private func finishCheck(of journal: SQLiteJournal) throws {
        guard let check = journal.wholeCheck else { return }
        check.run()
        try journal.conclude(check)
    }

    private func meta(_ name: String) throws -> String? {
        let database = try Database(directory.file("market.sqlite"), for: .writing)
        return try database.text("SELECT value FROM meta WHERE name = ?1", [.text(name)])
    }

    private func change(_ sql: String) throws {
        try Database(directory.file("market.sqlite"), for: .writing).execute(sql)
    }

    /// Overwrites a page that no write of these tests touches.
    private func spoilIndexOfListedRows() throws {
        try directory.spoil(index: "journal_listed", of: "market.sqlite")
    }

    private func removeOldRow() throws { try change("DELETE FROM journal WHERE number = 10") }

    private func expectRefused(boot: String? = "first boot") {
        let error = #expect(throws: StorageError.self) { try open(boot: boot) }
        #expect(error?.code == .corrupt)
        #expect(error?.message.contains("--restore-from") == true)
    }

    @Test
    func `a sound store is used before it is read as a whole, and trusted again afterwards`() throws {
        try makeKilledStore()
        let journal = try open()
        let check = try #require(journal.wholeCheck)
        var orders = try Orders(continuing: journal)
        try orders.commit(3, to: journal)
        #expect(try meta("sound") == nil)
        check.run()
        try orders.commit(3, to: journal)
        try journal.conclude(check)
        #expect(check.isSound && journal.wholeCheck == nil)
        #expect(try meta("sound") != nil)
        try orders.commit(3, to: journal)
        #expect(journal.lastEntry == 39)
        journal.close()
        #expect(try meta("clean") != nil)
        #expect(try meta("sound") == nil)
    }

    @Test(
        arguments: [
            "DELETE FROM journal WHERE number = 10",
            "INSERT INTO book(title) VALUES ('broken')",
            "the index journal_listed",
        ]
    )
    func `damage that is found while the store is in use ends its use and refuses the next start`(
        _ damage: String
    ) throws {
        try makeKilledStore()
        if damage.hasPrefix("the index") { try spoilIndexOfListedRows() } else { try change(damage) }
        let journal = try open()
        let check = try #require(journal.wholeCheck)
        var orders = try Orders(continuing: journal)
        try orders.commit(to: journal)
        check.run()
        #expect(check.failure?.code == .corrupt)
        let finding = #expect(throws: StorageError.self) { try journal.conclude(check) }
        #expect(finding?.message.contains("market.sqlite is damaged") == true)
        #expect(finding?.message.contains("--restore-from") == true)
        let calls: [() throws -> Void] = [
            { try orders.commit(to: journal) }, { try journal.probe() }, { _ = try journal.prune(now: 0) },
            { _ = try journal.loadLevels() },
        ]
        for call in calls {
            let error = #expect(throws: StorageError.self) { try call() }
            #expect(error == finding)
        }
        journal.close()
        #expect(try meta("clean") == nil)
        #expect(try meta("sound") == nil)
        expectRefused()
    }

    @Test(arguments: ["second boot", nil])
    func `after a start of the machine nothing is trusted that was found before`(_ boot: String?) throws {
        try makeKilledStore()
        try removeOldRow()
        expectRefused(boot: boot)
    }

    @Test
    func `a store that was found sound by reading all of it is trusted without a second reading`() throws {
        try makeKilledStore()
        let journal = try open(boot: "second boot")
        #expect(journal.wholeCheck == nil)
        try kill(journal)
        let next = try open(boot: "second boot")
        #expect(next.wholeCheck != nil)
    }

    @Test
    func `a copy is not trusted, even where it takes the original's place`() throws {
        try makeKilledStore()
        try removeOldRow()
        let (original, copy) = (directory.file("market.sqlite"), directory.file("copy"))
        try FileManager.default.copyItem(atPath: original, toPath: copy)
        try FileManager.default.removeItem(atPath: original)
        // Copied a second time it may well get the inode that has just become free.
        try FileManager.default.copyItem(atPath: copy, toPath: original)
        expectRefused()
    }

    /// Puts files that were copied before back into those that are there now.
    private func putBack(_ copies: [String: [UInt8]]) throws {
        for name in ["market.sqlite-wal", "market.sqlite-shm"] where directory.has(name) {
            try FileManager.default.removeItem(atPath: directory.file(name))
        }
        for (name, bytes) in copies {
            let handle = try #require(FileHandle(forWritingAtPath: directory.file(name)))
            try handle.truncate(atOffset: 0)
            try handle.write(contentsOf: Data(bytes))
            try handle.close()
        }
    }

    @Test(arguments: [["market.sqlite"], ["market.sqlite", "market.lock"]])
    func `a copy of an earlier life that is put back into the file is not trusted`(_ names: [String]) throws {
        try makeKilledStore()
        let copies = Dictionary(uniqueKeysWithValues: try names.map { ($0, try directory.bytes(of: $0)) })
        let journal = try open()
        try finishCheck(of: journal)
        try kill(journal)
        try putBack(copies)
        #expect(try meta("sound") != nil)
        try removeOldRow()
        expectRefused()
    }

    @Test
    func `a store whose lock was given back or is lost is not trusted`() throws {
        try makeKilledStore()
        try removeOldRow()
        try LockFile(path: directory.file("market.lock"), owner: "somebody").release()
        expectRefused()
    }

    @Test(.enabled(if: SmallDisk.isAvailable))
    func `a store that was mounted anew is not trusted`() throws {
        try makeKilledStore()
        try removeOldRow()
        let path = directory.path
        // The same file system a second time: device, inode and birth of the file stay what they are.
        try #require(mount(path, path, nil, UInt(MS_BIND), nil) == 0)
        defer { umount2(path, Int32(MNT_DETACH)) }
        expectRefused()
    }

    @Test
    func `a kill before the check has ended makes the next start check first`() throws {
        try makeKilledStore()
        try removeOldRow()
        let journal = try open()
        #expect(journal.wholeCheck != nil)
        try kill(journal)
        expectRefused()
    }

    @Test(arguments: [true, false])
    func `an orderly end before the check has ended makes the next start check first`(_ hasRun: Bool) throws {
        try makeKilledStore()
        try removeOldRow()
        let journal = try open()
        var orders = try Orders(continuing: journal)
        try orders.commit(to: journal)
        if hasRun { journal.wholeCheck?.run() }
        journal.close()
        #expect(try meta("clean") == nil)
        expectRefused()
    }

    @Test
    func `an end does not wait for a check that would take for ever`() throws {
        for _ in 0..<20 {
            let directory = try TemporaryDirectory()
            var configuration = Shelf.configuration(directory.path)
            configuration.wholeUpToBytes = 0
            configuration.tables.rules.append(
                TableSchema.Rule(
                    """
                    WITH RECURSIVE number(i) AS
                        (SELECT 1 FROM book WHERE title = 'endless' UNION ALL SELECT i + 1 FROM number)
                    SELECT 'book' FROM number WHERE i < 0
                    """,
                    finding: "never comes"
                )
            )
            var journal = try SQLiteJournal(opening: configuration)
            var orders = try Orders(continuing: journal)
            try Shelf.add("endless", to: journal)
            try orders.commit(to: journal)
            try kill(journal)
            journal = try SQLiteJournal(opening: configuration)
            let check = try #require(journal.wholeCheck)
            let begun = DispatchSemaphore(value: 0)
            let thread = try NamedThread(name: "check") {
                begun.signal()
                check.run()
            }
            begun.wait()
            // At whatever it is now: before its beginning, between two statements, in the endless one.
            usleep(UInt32.random(in: 0...3_000))
            journal.close()
            thread.join()
            #expect(!check.isSound && check.failure == nil)
            // Nothing of it is left that would keep others from the store.
            check.run()
            try Database(directory.file("market.sqlite"), for: .writing)
                .execute("PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE; COMMIT")
        }
    }

    @Test
    func `the first change of a store that was closed in an orderly way has it trusted after a kill`() throws {
        try open().close()
        var journal = try open()
        #expect(try meta("sound") == nil)
        var orders = try Orders(continuing: journal)
        try orders.commit(to: journal)
        #expect(try meta("clean") == nil)
        try kill(journal)
        journal = try open()
        #expect(journal.wholeCheck != nil && journal.lastEntry == 1)
    }

    @Test
    func `after the disk has failed the whole store is looked at again`() throws {
        let journal = try open()
        var orders = try Orders(continuing: journal)
        try orders.commit(30, to: journal)
        try journal.requireConnection().refuseCommits()
        var attempt = orders
        #expect(throws: StorageError.self) { try attempt.commit(to: journal) }
        #expect(journal.wholeCheck == nil)
        try journal.probe()
        let check = try #require(journal.wholeCheck)
        #expect(try meta("sound") == nil)
        check.run()
        try journal.conclude(check)
        #expect(journal.wholeCheck == nil)
        #expect(try meta("sound") != nil)
    }

    @Test
    func `what a check of a connection has found that was given up says nothing`() throws {
        try makeKilledStore()
        let journal = try open()
        let old = try #require(journal.wholeCheck)
        old.run()
        journal.drop(try journal.requireConnection())
        try journal.probe()
        try journal.conclude(old)
        #expect(journal.wholeCheck != nil && journal.wholeCheck !== old)
        #expect(try meta("sound") == nil)
    }

    @Test
    func `a long life leaves few rows to be added up, and an orderly end as many as ever`() throws {
        var journal = try open()
        var orders = try Orders(continuing: journal)
        for _ in 0..<5 { try orders.commit(CheckScope.rowsBetweenBases / 4, to: journal) }
        #expect(try meta("base_number") == String(journal.lastEntry))
        try orders.commit(100, to: journal)
        let last = journal.lastEntry
        try kill(journal)
        // Nothing but rows before the base is missing.
        try change("DELETE FROM journal WHERE number = \(last - 101)")
        journal = try open()
        #expect(try journal.loadLevels().last == orders.levels["mango"])
        #expect(throws: StorageError.self) { try finishCheck(of: journal) }
    }

    @Test
    func `an orderly end leaves ten thousand rows to be added up also after the base has moved`() throws {
        let journal = try open()
        var orders = try Orders(continuing: journal)
        for _ in 0..<5 { try orders.commit(CheckScope.rowsBetweenBases / 4, to: journal) }
        try orders.commit(100, to: journal)
        let last = journal.lastEntry
        journal.close()
        #expect(try meta("base_number") == String(last - CheckScope.rowsToSum))
        try open().close()
        try change("UPDATE level SET quantity = quantity + 1 WHERE item = 'mango'")
        expectRefused()
    }

    @Test
    func `rows are pruned beyond a base that moves`() throws {
        var configuration = configuration()
        configuration.retainedEvents = 50
        configuration.keyRetention = 0
        var journal = try SQLiteJournal(opening: configuration)
        var orders = try Orders(continuing: journal)
        for _ in 0..<5 { try orders.commit(CheckScope.rowsBetweenBases / 4, to: journal) }
        try orders.commit(100, to: journal)
        while try journal.prune(now: 0) {}
        #expect(journal.firstSequence == journal.lastSequence - 49)
        #expect(journal.position.baseEntry == journal.position.prunedEntry)
        try kill(journal)
        journal = try SQLiteJournal(opening: configuration)
        #expect(try journal.loadLevels().last == orders.levels["mango"])
        try finishCheck(of: journal)
        #expect(journal.wholeCheck == nil)
    }
}
