import Journal
import SQLite
internal import Synchronization

/// Reads over a connection of its own; the log is not restarted while it does.
final class SQLiteTableReader: TableReader {
    private struct Access {
        /// Opened by the first reading.
        var database: Database?
        var isAllowed = true
    }

    /// How long a transaction waits while another holds the whole store for a moment, in milliseconds.
    private static let timeout: Int32 = 1_000

    private let path: String
    private let access = Mutex(Access())

    init(path: String) {
        self.path = path
    }

    func read<Value: Sendable>(
        _ body: @Sendable (any StoredTables) throws(StorageError) -> Value
    ) throws(StorageError) -> Value {
        try access.withLock { (access) throws(StorageError) in
            guard access.isAllowed else { throw StorageError(.unavailable, "the store cannot be read at present") }
            let database = if let opened = access.database { opened } else { try Self.connect(path) }
            access.database = database
            return try database.snapshot { () throws(StorageError) in try body(SQLiteTables(reading: database)) }
        }
    }

    /// Opens a connection that only reads, next to the writer's.
    static func connect(_ path: String) throws(StorageError) -> Database {
        // Not opened for reading only: a reader takes part in the locks of the log, which are in a file next to it.
        let database = try Database(path, for: .writing, timeout: timeout)
        // Closed last, it would have SQLite copy a log that the writer has left for the next opening.
        try database.copyLogAtClose(false)
        return database
    }

    /// Waits for the reading in progress and lets no other begin.
    func stop() {
        access.withLock { access in
            access.database = nil
            access.isAllowed = false
        }
    }

    /// Lets readings begin again.
    func resume() {
        access.withLock { $0.isAllowed = true }
    }
}
