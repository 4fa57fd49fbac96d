import CSQLite
import GRDBSQLite
internal import Synchronization

/// Reads over a connection of its own; the log is not begun anew while it does.
final class SQLiteTableReader: TableReader {
    private struct Access {
        /// Opened by the first reading.
        var connection: SnapshotConnection?
        var isAllowed = true
    }

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
            let connection: SnapshotConnection
            if let open = access.connection {
                connection = open
            } else {
                connection = try SnapshotConnection(path: path)
                access.connection = connection
            }
            return try connection.read(body)
        }
    }

    /// Waits for the reading under way and lets no other begin.
    func stop() {
        access.withLock { access in
            access.connection = nil
            access.isAllowed = false
        }
    }

    /// Lets readings begin again.
    func resume() {
        access.withLock { $0.isAllowed = true }
    }
}

/// A connection of its own that only reads a store, one transaction at a time.
@safe
final class SnapshotConnection {
    /// How long a transaction waits for whoever holds the whole store for a moment, in milliseconds.
    private static let timeout: Int32 = 1_000

    private let handle: OpaquePointer
    private let statements: StatementCache

    init(path: String) throws(StorageError) {
        var handle: OpaquePointer?
        // Not opened as read-only: a reader takes part in the locks of the log, which are in a file beside it.
        let result = unsafe sqlite3_open_v2(path, &handle, SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX, nil)
        guard result == SQLITE_OK, let handle = unsafe handle else {
            let error = unsafe handle.map { unsafe StorageError(resultOf: $0) }
            unsafe sqlite3_close(handle)
            throw error ?? StorageError(.unavailable, "\(path) is not open")
        }
        // Closed last, it would have SQLite copy a log that the writer has left for the next opening.
        let refusal = unsafe csqlite_set_copies_log_at_close(UnsafeMutableRawPointer(handle), false)
        guard refusal == SQLITE_OK else {
            unsafe sqlite3_close(handle)
            throw StorageError(.unavailable, "SQLite cannot be kept from copying the log of \(path)")
        }
        unsafe self.handle = handle
        statements = unsafe StatementCache(on: handle)
        unsafe sqlite3_busy_timeout(handle, Self.timeout)
    }

    deinit {
        statements.close()
        unsafe sqlite3_close(handle)
    }

    /// Runs `body` with what the last commit has left, which stays the same until it returns.
    func read<Value>(_ body: (any StoredTables) throws(StorageError) -> Value) throws(StorageError) -> Value {
        try run("BEGIN")
        // A failed reading has nothing to take back, and the next one would be told.
        defer { try? run("ROLLBACK") }
        return try body(SQLiteTables(reading: statements))
    }

    private func run(_ sql: String) throws(StorageError) {
        try statements.withStatement(sql) { (statement) throws(StorageError) in try statement.run() }
    }
}
