import GRDBSQLite

/// A statement of SQLite's C interface, prepared once and run many times.
///
/// GRDB boxes every argument and copies blobs into `Data`; on the one insert per write that costs a third of the
/// throughput. The connection must outlive the statement.
final class PreparedStatement {
    private let connection: OpaquePointer
    private let handle: OpaquePointer

    init(_ sql: String, on connection: OpaquePointer) throws(StorageError) {
        var handle: OpaquePointer?
        let flags = UInt32(SQLITE_PREPARE_PERSISTENT)
        guard sqlite3_prepare_v3(connection, sql, -1, flags, &handle, nil) == SQLITE_OK, let handle else {
            throw StorageError(resultOf: connection)
        }
        self.connection = connection
        self.handle = handle
    }

    deinit { sqlite3_finalize(handle) }

    func bind(_ value: Int?, at index: Int32) throws(StorageError) {
        guard let value else { return try check(sqlite3_bind_null(handle, index)) }
        try check(sqlite3_bind_int64(handle, index, Int64(value)))
    }

    /// Binds without a copy: the bytes must stay where they are until the statement has been run.
    func bindText(_ bytes: UnsafeBufferPointer<UInt8>?, at index: Int32) throws(StorageError) {
        guard let bytes else { return try check(sqlite3_bind_null(handle, index)) }
        let text = UnsafeRawPointer(bytes.baseAddress)?.assumingMemoryBound(to: CChar.self)
        try check(sqlite3_bind_text(handle, index, text, Int32(clamping: bytes.count), nil))
    }

    /// Binds without a copy: the bytes must stay where they are until the statement has been run.
    func bindBlob(_ bytes: UnsafeBufferPointer<UInt8>?, at index: Int32) throws(StorageError) {
        guard let bytes else { return try check(sqlite3_bind_null(handle, index)) }
        try check(sqlite3_bind_blob(handle, index, bytes.baseAddress, Int32(clamping: bytes.count), nil))
    }

    /// Runs a statement that gives no rows, and makes it ready for the next run.
    func run() throws(StorageError) {
        defer { sqlite3_reset(handle) }
        let result = sqlite3_step(handle)
        // Read before the reset above, which may replace the connection's last error.
        guard result == SQLITE_DONE || result == SQLITE_ROW else { throw StorageError(resultOf: connection) }
    }

    /// Goes to the next row; `false` after the last one.
    func next() throws(StorageError) -> Bool {
        switch sqlite3_step(handle) {
        case SQLITE_ROW: return true
        case SQLITE_DONE: return false
        default: throw StorageError(resultOf: connection)
        }
    }

    /// Ends a run early: a statement left on a row keeps its read transaction, and with it the log, alive.
    func reset() { sqlite3_reset(handle) }

    func integer(at column: Int32) -> Int { Int(sqlite3_column_int64(handle, column)) }

    func bytes(at column: Int32) -> [UInt8] {
        // The order matters: asking for the size first may convert the value and move it.
        let start = sqlite3_column_blob(handle, column)
        return Array(UnsafeRawBufferPointer(start: start, count: Int(sqlite3_column_bytes(handle, column))))
    }

    private func check(_ result: Int32) throws(StorageError) {
        guard result == SQLITE_OK else { throw StorageError(resultOf: connection) }
    }
}
