import GRDB
import Synchronization

/// Copies the write-ahead log into the database: on a thread of its own through a connection of its own, or where it is
/// told to.
final class Checkpointer: Sendable {
    /// GRDB runs everything given to a connection on one serial dispatch queue.
    private let queue: DatabaseQueue
    private let isOwn: Bool
    private let report = Mutex<WriteAheadLog.Copied?>(nil)

    /// Opens a connection that copies on another thread.
    init(path: String) throws {
        queue = try DatabaseQueue(path: path)
        isOwn = true
        try queue.writeWithoutTransaction { database in
            // Copied pages must be durable before the log that also holds them is written over.
            try database.execute(sql: "PRAGMA synchronous = FULL; PRAGMA wal_autocheckpoint = 0")
        }
    }

    /// Copies over the writer's own connection, which stays the writer's.
    init(sharing queue: DatabaseQueue) {
        self.queue = queue
        isOwn = false
    }

    /// Starts copying; ``takeReport()`` tells when it is done.
    ///
    /// Returns at once, or, over the writer's connection, when it is done.
    func copy() {
        if isOwn {
            queue.asyncWriteWithoutTransaction { self.copy(in: $0) }
        } else {
            queue.writeWithoutTransaction { copy(in: $0) }
        }
    }

    private func copy(in database: Database) {
        let copied = database.copyLog()
        #if DEBUG
            FailPoint.checkpoint.reach()
        #endif
        report.withLock { $0 = copied }
    }

    /// What has been copied since the last call; `nil` while copying goes on.
    func takeReport() -> WriteAheadLog.Copied? {
        report.withLock { report in
            defer { report = nil }
            return report
        }
    }

    /// Waits for copying under way and closes the connection, if it has one of its own.
    func close() throws {
        if isOwn { try queue.close() }
    }
}
