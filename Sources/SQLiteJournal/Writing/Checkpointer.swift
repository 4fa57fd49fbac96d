import Journal
import Platform
import SQLite
import Synchronization

/// Copies the write-ahead log into the database: on a thread of its own through a connection of its own, or where it is
/// asked to.
///
/// The thread lets others go first, and waits for the disk after each portion. Copying and syncing some thousand pages at
/// once takes a core for tens of milliseconds and the disk for ten, and requests would wait that long; the log can.
final class Checkpointer {
    /// What the other thread works with.
    private final class Copier: Sendable {
        let database: Mutex<Database>
        let report = Mutex<WriteAheadLog.Copied?>(nil)

        init(_ database: sending Database) {
            self.database = Mutex(database)
        }

        func copy() {
            let copied = database.withLock { $0.copyLog() }
            #if DEBUG
                FailPoint.checkpoint.reach()
            #endif
            report.withLock { $0 = copied }
        }
    }

    private enum Place {
        case elsewhere(Copier, BackgroundThread)
        /// Over the writer's own connection, which stays the writer's.
        case here(Database)
    }

    private let place: Place
    /// What was copied here.
    private var report: WriteAheadLog.Copied?

    /// Opens a connection that copies on another thread.
    init(path: String, _ writes: CheckpointWrites) throws(StorageError) {
        let database = try Database(path, for: .writing)
        // Has SQLite sync the log before it copies it. Our commits are synced by then; those of another program need not be, and
        // without the log nothing could fix a database that has some of their pages.
        try database.execute("PRAGMA synchronous = FULL; PRAGMA wal_autocheckpoint = 0")
        try database.writeCheckpoints(writes.besideCommits)
        let copier = Copier(database)
        place = .elsewhere(copier, try BackgroundThread(name: "log copier") { copier.copy() })
    }

    /// Copies over the writer's own connection.
    init(sharing database: Database) {
        place = .here(database)
    }

    /// Starts copying; ``takeReport()`` tells when it is done.
    ///
    /// Returns at once, or, over the writer's connection, when it is done.
    func copy() {
        switch place {
        case .elsewhere(_, let thread):
            thread.request()
        case .here(let database):
            let copied = database.copyLog()
            #if DEBUG
                FailPoint.checkpoint.reach()
            #endif
            report = copied
        }
    }

    /// What has been copied since the last call; `nil` while copying goes on.
    func takeReport() -> WriteAheadLog.Copied? {
        switch place {
        case .elsewhere(let copier, _):
            return copier.report.withLock { $0.take() }
        case .here:
            return report.take()
        }
    }

    /// Waits for copying in progress and closes the connection, if it has one of its own.
    func close() {
        guard case .elsewhere(let copier, let thread) = place else { return }
        thread.finish()
        copier.database.withLock { $0.close() }
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
        do throws(StorageError) {
            let copied = try checkpoint(.passive)
            try sync()
            return .upTo(copied)
        } catch {
            switch error.sqliteFailure {
            case .disk:
                return .doubtful
            case .damage:
                // Trying it again would find the same.
                return .damaged(error)
            default:
                return .failed
            }
        }
    }
}
