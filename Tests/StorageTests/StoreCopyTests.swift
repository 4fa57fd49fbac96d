import CSimulatedDisk
import Foundation
import Testing

@testable import Journal
@testable import SQLite
@testable import SQLiteJournal

/// A copy of a store is what the store held at one moment; putting it in place is whole or not at all.
@Suite(.timeLimit(.minutes(10)))
struct StoreCopyTests {
    private let directory: TemporaryDirectory
    private let other: TemporaryDirectory

    init() throws {
        directory = try TemporaryDirectory()
        other = try TemporaryDirectory()
    }

    private func configuration(_ path: String? = nil, service: String = "juice") -> SQLiteJournalConfiguration {
        SQLiteJournalConfiguration(
            directory: path ?? directory.path,
            service: service,
            initialLevels: Orders.start,
            balanceRule: Orders.balanceRule
        )
    }

    private var copy: String { other.file("copy.sqlite") }

    /// Opens a store, commits orders, and copies it while it is open.
    private func copied(orders count: Int) throws -> (journal: SQLiteJournal, summary: StoreSummary) {
        let journal = try SQLiteJournal(opening: configuration())
        var orders = try Orders(continuing: journal)
        try orders.commit(count, to: journal)
        return (journal, try StoreCopy.make(of: configuration(), at: copy))
    }

    // MARK: Copying

    @Test
    func `a copy of an open store has everything that was committed, and is one file`() throws {
        let (journal, summary) = try copied(orders: 100)
        #expect(summary.lastEntry == 100 && summary.lastSequence == 100)
        #expect(summary.epoch == journal.epoch && summary.lastTime == journal.lastTime)
        #expect(try StoreCopy.examine(copy, as: configuration()) == summary)
        #expect(try FileManager.default.contentsOfDirectory(atPath: other.path) == ["copy.sqlite"])
    }

    @Test
    func `a transaction is in a copy as a whole or not at all, and the writer goes on`() throws {
        let journal = try SQLiteJournal(opening: configuration())
        var orders = try Orders(continuing: journal)
        for round in 0..<10 {
            // Batches of ten: a copy with another number has torn one.
            try orders.commit(10, to: journal)
            try? FileManager.default.removeItem(atPath: copy)
            let summary = try StoreCopy.make(of: configuration(), at: copy)
            #expect(summary.lastEntry == 10 * (round + 1))
        }
        try orders.commit(10, to: journal)
        #expect(journal.lastEntry == 110)
    }

    @Test
    func `there must be a store, and of this service`() throws {
        var error = #expect(throws: StorageError.self) { try StoreCopy.make(of: configuration(), at: copy) }
        #expect(error?.code == .foreign)
        let journal = try SQLiteJournal(opening: configuration())
        journal.close()
        try FileManager.default.moveItem(atPath: directory.file("juice.sqlite"), toPath: directory.file("expo.sqlite"))
        error = #expect(throws: StorageError.self) {
            try StoreCopy.make(of: configuration(service: "expo"), at: copy)
        }
        #expect(error?.message.contains("belongs to the service juice") == true)
    }

    @Test
    func `a damaged store is not copied as if it were sound`() throws {
        let journal = try SQLiteJournal(opening: configuration())
        var orders = try Orders(continuing: journal)
        try orders.commit(50, to: journal)
        journal.close()
        let change = "UPDATE level SET quantity = quantity + 1 WHERE item = 'mango'"
        try Database(directory.file("juice.sqlite"), for: .writing).execute(change)
        let error = #expect(throws: StorageError.self) { try StoreCopy.make(of: configuration(), at: copy) }
        #expect(error?.code == .corrupt)
    }

    // MARK: Putting a copy in place

    private func replace(with path: String) throws -> (summary: StoreSummary, aside: String?) {
        let replacement = try StoreReplacement(of: configuration())
        defer { replacement.close() }
        try FileManager.default.copyItem(atPath: path, toPath: replacement.draft)
        let summary = try replacement.accept()
        return (summary, try replacement.finish())
    }

    @Test
    func `a restored store has the copy's rows, a new epoch, and the former store beside it`() throws {
        let (journal, made) = try copied(orders: 20)
        var orders = try Orders(continuing: journal)
        try orders.commit(5, to: journal)
        journal.close()
        let (summary, aside) = try replace(with: copy)
        let restored = try SQLiteJournal(opening: configuration())
        #expect(restored.lastEntry == 20 && restored.lastSequence == 20)
        #expect(restored.epoch == summary.epoch && restored.epoch != made.epoch)
        #expect(try restored.storedReply(forKey: "key-20") != nil)
        #expect(try restored.storedReply(forKey: "key-21") == nil)
        restored.close()
        let place = try #require(aside)
        let former = try SQLiteJournal(opening: configuration(place))
        #expect(former.lastEntry == 25 && former.epoch == made.epoch)
    }

    @Test
    func `after a loss of power the former store is where it was put`() throws {
        try copied(orders: 1).journal.close()
        CSimulatedDisk_watch_syncs()
        let aside = try #require(try replace(with: copy).aside)
        for path in [aside, directory.path] {
            var status = stat()
            #expect(lstat(path, &status) == 0)
            #expect(CSimulatedDisk_has_synced(UInt64(status.st_dev), UInt64(status.st_ino)), "\(path)")
        }
    }

    @Test
    func `the log of a store that crashed goes aside with it`() throws {
        let (journal, _) = try copied(orders: 20)
        var orders = try Orders(continuing: journal)
        try orders.commit(5, to: journal)
        // Copied open, the directory is what a crash leaves.
        let crashed = try TemporaryDirectory()
        for name in ["juice.sqlite", "juice.sqlite-wal"] {
            try FileManager.default.copyItem(atPath: directory.file(name), toPath: crashed.file(name))
        }
        journal.close()
        let replacement = try StoreReplacement(of: configuration(crashed.path))
        #expect(replacement.present()?.lastEntry == 25)
        try FileManager.default.copyItem(atPath: copy, toPath: replacement.draft)
        _ = try replacement.accept()
        let aside = try #require(try replacement.finish())
        replacement.close()
        let restored = try SQLiteJournal(opening: configuration(crashed.path))
        #expect(restored.lastEntry == 20)
        restored.close()
        #expect(try SQLiteJournal(opening: configuration(aside)).lastEntry == 25)
    }

    @Test
    func `a store in use cannot be replaced, and one being replaced cannot be used`() throws {
        let (journal, _) = try copied(orders: 1)
        let error = #expect(throws: StorageError.self) { try StoreReplacement(of: configuration()) }
        #expect(error?.code == .locked(holder: "pid \(getpid()) juice-service"))
        journal.close()
        let replacement = try StoreReplacement(of: configuration())
        #expect(throws: StorageError.self) { try SQLiteJournal(opening: configuration()) }
        replacement.close()
        try SQLiteJournal(opening: configuration()).close()
    }

    @Test
    func `a draft that is no sound store changes nothing`() throws {
        let (journal, _) = try copied(orders: 20)
        journal.close()
        let before = try directory.bytes(of: "juice.sqlite")
        try other.write(Array(repeating: 7, count: 10_000), to: "noise")
        #expect(throws: StorageError.self) { try replace(with: other.file("noise")) }
        #expect(try directory.bytes(of: "juice.sqlite") == before)
        #expect(try FileManager.default.contentsOfDirectory(atPath: directory.path) == ["juice.sqlite"])
    }

    @Test
    func `a copy that lacks a row of long ago is not put in place`() throws {
        try copied(orders: 20).journal.close()
        let before = try directory.bytes(of: "juice.sqlite")
        let changes = [
            // The base at the last row, as after a crash: who looks only at what has changed since finds nothing.
            "UPDATE level SET base_quantity = quantity, base_version = version",
            "UPDATE meta SET value = 20 WHERE name IN ('base_number', 'base_sequence')",
            "DELETE FROM journal WHERE number = 10",
        ]
        let database = try Database(copy, for: .writing)
        for sql in changes { try database.execute(sql) }
        database.close()
        let error = #expect(throws: StorageError.self) { try replace(with: copy) }
        #expect(error?.code == .corrupt)
        #expect(try directory.bytes(of: "juice.sqlite") == before)
    }

    @Test
    func `a replacement that fails half-way leaves nothing that opens as a new store`() throws {
        try copied(orders: 20).journal.close()
        let replacement = try StoreReplacement(of: configuration())
        try FileManager.default.copyItem(atPath: copy, toPath: replacement.draft)
        _ = try replacement.accept()
        try FileManager.default.removeItem(atPath: replacement.draft)
        #expect(throws: StorageError.self) { try replacement.finish() }
        replacement.close()
        let error = #expect(throws: StorageError.self) { try SQLiteJournal(opening: configuration()) }
        #expect(error?.message.contains("run the restore again") == true)
        _ = try replace(with: copy)
        #expect(try SQLiteJournal(opening: configuration()).lastEntry == 20)
    }

    @Test
    func `after a replacement that was cut short nothing opens until it was done again`() throws {
        let (journal, _) = try copied(orders: 20)
        journal.close()
        try other.write([], to: "mark")
        try FileManager.default.moveItem(atPath: other.file("mark"), toPath: directory.file("juice.restoring"))
        try FileManager.default.removeItem(atPath: directory.file("juice.sqlite"))
        let error = #expect(throws: StorageError.self) { try SQLiteJournal(opening: configuration()) }
        #expect(error?.message.contains("run the restore again") == true)
        _ = try replace(with: copy)
        #expect(try SQLiteJournal(opening: configuration()).lastEntry == 20)
    }

    @Test
    func `directories of the store are replaced and kept with it`() throws {
        let (journal, _) = try copied(orders: 1)
        journal.close()
        let manager = FileManager.default
        try manager.createDirectory(atPath: directory.file("pictures"), withIntermediateDirectories: false)
        try directory.write([1], to: "pictures/old")
        try manager.createDirectory(atPath: directory.file("pictures.new"), withIntermediateDirectories: false)
        try directory.write([2], to: "pictures.new/new")
        let replacement = try StoreReplacement(of: configuration())
        try manager.copyItem(atPath: copy, toPath: replacement.draft)
        _ = try replacement.accept()
        let aside = try #require(try replacement.finish(with: ["pictures"]))
        replacement.close()
        #expect(directory.has("pictures/new") && !directory.has("pictures/old") && !directory.has("pictures.new"))
        #expect(manager.fileExists(atPath: aside + "/pictures/old"))
    }

    @Test
    func `a directory that neither store has is no obstacle, and one that cannot be moved is`() throws {
        try copied(orders: 1).journal.close()
        let replacement = try StoreReplacement(of: configuration())
        try FileManager.default.copyItem(atPath: copy, toPath: replacement.draft)
        _ = try replacement.accept()
        _ = try replacement.finish(with: ["pictures"])
        replacement.close()
        #expect(!directory.has("pictures") && directory.has("juice.sqlite"))
        // A file takes no directory's place.
        let files = StoreFiles(configuration())
        #expect(throws: StorageError.self) { try files.rename(copy, to: directory.path) }
    }

    @Test(arguments: [
        (1, 5, 100, false), (1, 5, 99, false), (1, 4, 100, false), (1, 6, 100, true), (1, 6, 99, true),
        (1, 5, 101, false), (2, 9, 100, false), (2, 1, 101, true),
    ])
    func `a store is newer when it has writes that the other lacks`(life: Int, entry: Int, time: Int, isNewer: Bool) {
        let base = StoreSummary(epoch: "1", lastEntry: 5, lastSequence: 5, lastTime: 100)
        let store = StoreSummary(epoch: "\(life)", lastEntry: entry, lastSequence: entry, lastTime: time)
        #expect(store.isNewer(than: base) == isNewer)
    }
}
