import CSQLite
import GRDB
import Synchronization

/// Copies the write-ahead log into the database: on a thread of its own through a connection of its own, or where it is
/// told to.
///
/// The thread lets others go first, and waits for the disk after each portion. Copying and syncing some thousand pages at
/// once takes a core for tens of milliseconds and the disk for ten, and requests would wait that long; the log can.
final class Checkpointer: Sendable {
    private final class Report: Sendable {
        let copied = Mutex<WriteAheadLog.Copied?>(nil)
    }

    private let queue: DatabaseQueue
    private let report = Report()
    /// `nil` where the connection is the writer's.
    private let thread: BackgroundThread?

    /// Opens a connection that copies on another thread.
    init(path: String) throws {
        let queue = try DatabaseQueue(path: path)
        try queue.writeWithoutTransaction { database in
            // Copied pages must be durable before the log that also holds them is written over.
            try database.execute(sql: "PRAGMA synchronous = FULL; PRAGMA wal_autocheckpoint = 0")
            // Refused where SQLite was in use before: then it copies all at once.
            _ = unsafe csqlite_write_out_while_copying(UnsafeMutableRawPointer(database.sqliteConnection))
        }
        self.queue = queue
        thread = try BackgroundThread(name: "log copier") { [report] in Self.copy(queue, report) }
    }

    /// Copies over the writer's own connection, which stays the writer's.
    init(sharing queue: DatabaseQueue) {
        self.queue = queue
        thread = nil
    }

    /// Starts copying; ``takeReport()`` tells when it is done.
    ///
    /// Returns at once, or, over the writer's connection, when it is done.
    func copy() {
        if let thread {
            thread.request()
        } else {
            Self.copy(queue, report)
        }
    }

    private static func copy(_ queue: DatabaseQueue, _ report: Report) {
        let copied = queue.writeWithoutTransaction { $0.copyLog() }
        #if DEBUG
            FailPoint.checkpoint.reach()
        #endif
        report.copied.withLock { $0 = copied }
    }

    /// What has been copied since the last call; `nil` while copying goes on.
    func takeReport() -> WriteAheadLog.Copied? {
        report.copied.withLock { copied in
            defer { copied = nil }
            return copied
        }
    }

    /// Waits for copying under way and closes the connection, if it has one of its own.
    func close() throws {
        guard let thread else { return }
        thread.finish()
        try queue.close()
    }
}

extension Database {
    /// Copies what the log holds into the database, as far as nobody reads what it would replace, and makes that durable.
    ///
    /// SQLite itself syncs the database only when it has copied the whole log, and does not tell: the frames it counts are
    /// those of its beginning. While commits go on that is when the writer copies the last pages, who would then wait
    /// until those of all passes before are on the disk. The layer below syncs each pass, where it is in use, and this sync
    /// tells whether that went well.
    ///
    /// - Returns: How far it came. After an error of the disk, pages that count as copied may not be on it.
    func copyLog() -> WriteAheadLog.Copied {
        do {
            let copied = try checkpoint(.passive).checkpointedFrameCount
            unsafe try OpenFile(databaseOf: sqliteConnection).sync()
            return .upTo(copied)
        } catch let error as DatabaseError where error.resultCode == .SQLITE_IOERR {
            return .doubtful
        } catch let error as DatabaseError where [.SQLITE_CORRUPT, .SQLITE_NOTADB].contains(error.resultCode) {
            // Trying it again would find the same.
            return .damaged(StorageError(error))
        } catch {
            return .failed
        }
    }
}
