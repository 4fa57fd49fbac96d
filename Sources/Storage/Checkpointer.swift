import GRDB
import Synchronization

/// Copies the write-ahead log into the database on a thread of its own, through a connection of its own.
final class Checkpointer: Sendable {
    /// GRDB runs everything given to this connection on one serial dispatch queue.
    private let queue: DatabaseQueue
    private let report = Mutex<WriteAheadLog.Copied?>(nil)

    init(path: String) throws {
        queue = try DatabaseQueue(path: path)
        try queue.writeWithoutTransaction { database in
            // Copied pages must be durable before the log that also holds them is written over.
            try database.execute(sql: "PRAGMA synchronous = FULL; PRAGMA wal_autocheckpoint = 0")
        }
    }

    /// Starts copying and returns at once; ``takeReport()`` tells when it is done.
    func copy() {
        queue.asyncWriteWithoutTransaction { database in
            let copied: WriteAheadLog.Copied
            if let result = try? database.checkpoint(.passive) {
                copied = .upTo(result.checkpointedFrameCount)
            } else {
                copied = .failed
            }
            #if DEBUG
                FailPoint.checkpoint.reach()
            #endif
            self.report.withLock { $0 = copied }
        }
    }

    /// What has been copied since the last call; `nil` while copying goes on.
    func takeReport() -> WriteAheadLog.Copied? {
        report.withLock { report in
            defer { report = nil }
            return report
        }
    }

    /// Waits for copying under way and closes the connection.
    func close() throws { try queue.close() }
}
