import CSQLite
import Foundation
import Testing

@testable import Journal
@testable import SQLite
@testable import SQLiteJournal

/// What is done to a log before SQLite reads it.
struct ClosedStoreTests {
    private let directory: TemporaryDirectory
    private var path: String { directory.file("juice.sqlite") }

    /// Leaves a store whose log has what its database has not.
    init() throws {
        directory = try TemporaryDirectory()
        let used = try TemporaryDirectory()
        let configuration = SQLiteJournalConfiguration(
            directory: used.path,
            service: "juice",
            initialLevels: Orders.start,
            balanceRule: Orders.balanceRule
        )
        let journal = try SQLiteJournal(opening: configuration)
        defer { journal.close() }
        var orders = try Orders(continuing: journal)
        try orders.commit(40, to: journal)
        for name in ["juice.sqlite", "juice.sqlite-wal"] { try directory.write(used.bytes(of: name), to: name) }
    }

    @Test
    func `a log keeps what it says`() throws {
        let before = try directory.bytes(of: "juice.sqlite-wal")
        #expect(!before.isEmpty)
        let written = try ThreadIO.bytesWritten.during { try ClosedStore.rewriteLog(of: path, timeout: 0) }
        #expect(written >= before.count)
        #expect(try directory.bytes(of: "juice.sqlite-wal") == before)
    }

    @Test
    func `it is not written beside somebody who has the store open, and their locks stay theirs`() throws {
        let other = try Database(path, for: .writing)
        #expect(try other.integer("SELECT count(*) FROM journal") == 40)
        for _ in 0..<2 {
            let error = #expect(throws: StorageError.self) { try ClosedStore.rewriteLog(of: path, timeout: 0) }
            #expect(error?.code == .locked(holder: "another program"))
        }
        try other.execute("UPDATE meta SET value = value WHERE name = 'epoch'")
        other.close()
        // As the last one it has copied the log and removed it; a store without one is left alone.
        #expect(StoreFiles(SQLiteJournalConfiguration(directory: directory.path, service: "juice")).isLogEmpty)
    }

    @Test
    func `a start waits until the store is closed`() throws {
        // From here on it belongs to the thread that closes it.
        nonisolated(unsafe) let other = try Database(path, for: .writing)
        #expect(try other.integer("SELECT count(*) FROM journal") == 40)
        try other.copyLogAtClose(false)
        Thread.detachNewThread { other.close() }
        try ClosedStore.rewriteLog(of: path, timeout: 20_000)
        let configuration = SQLiteJournalConfiguration(
            directory: directory.path,
            service: "juice",
            balanceRule: Orders.balanceRule
        )
        let journal = try SQLiteJournal(opening: configuration)
        #expect(journal.lastEntry == 40)
        journal.close()
    }

    @Test
    func `a log that cannot be written is no reason to read it`() throws {
        #expect(throws: StorageError.self) {
            try ClosedStore.rewriteLog(of: directory.file("nothing.sqlite"), timeout: 0)
        }
    }

    @Test
    func `a lock that the system refuses for another reason than its holder is no lock`() throws {
        var methods = sqlite3_io_methods()
        methods.xLock = { _, level in level == SQLITE_LOCK_EXCLUSIVE ? SQLITE_IOERR : SQLITE_OK }
        try withUnsafePointer(to: methods) { methods in
            var file = sqlite3_file(pMethods: methods)
            let open = try #require(OpenFile(&file))
            #expect(throws: StorageError.self) { try open.lockExclusively() }
        }
    }

    @Test
    func `a library from before strict tables is refused`() {
        #expect(throws: Never.self) { try SQLiteLibrary.requireVersion() }
        let error = #expect(throws: StorageError.self) { try SQLiteLibrary.requireVersion(3_036_009) }
        #expect(error?.code == .unavailable)
        #expect(error?.message.contains("3.36.9") == true)
    }
}
