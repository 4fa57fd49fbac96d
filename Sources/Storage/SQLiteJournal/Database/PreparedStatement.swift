import CSQLite

/// A statement of SQLite's C interface, prepared once and run many times.
///
/// Values are bound where they lie, without a box or a copy: on the one insert per write that is a third of the throughput.
/// The connection must outlive the statement.
@safe
final class PreparedStatement {
    private let connection: OpaquePointer
    private let handle: OpaquePointer

    init(_ sql: String, on connection: OpaquePointer) throws(StorageError) {
        var handle: OpaquePointer?
        let flags = UInt32(SQLITE_PREPARE_PERSISTENT)
        guard unsafe sqlite3_prepare_v3(connection, sql, -1, flags, &handle, nil) == SQLITE_OK,
            let handle = unsafe handle
        else {
            throw unsafe StorageError(resultOf: connection)
        }
        unsafe self.connection = connection
        unsafe self.handle = handle
    }

    deinit { unsafe sqlite3_finalize(handle) }

    func bind(_ value: Int?, at index: Int32) throws(StorageError) {
        guard let value else { return unsafe try check(sqlite3_bind_null(handle, index)) }
        unsafe try check(sqlite3_bind_int64(handle, index, Int64(value)))
    }

    /// Binds without a copy: the bytes must stay where they are until the statement has been run.
    func bindText(_ bytes: UnsafeBufferPointer<UInt8>?, at index: Int32) throws(StorageError) {
        guard let bytes = unsafe bytes else { return unsafe try check(sqlite3_bind_null(handle, index)) }
        let text = unsafe UnsafeRawPointer(bytes.baseAddress)?.assumingMemoryBound(to: CChar.self)
        unsafe try check(sqlite3_bind_text(handle, index, text, Int32(clamping: bytes.count), nil))
    }

    /// Binds without a copy: the bytes must stay where they are until the statement has been run.
    func bindBlob(_ bytes: UnsafeBufferPointer<UInt8>?, at index: Int32) throws(StorageError) {
        guard let bytes = unsafe bytes else { return unsafe try check(sqlite3_bind_null(handle, index)) }
        unsafe try check(sqlite3_bind_blob(handle, index, bytes.baseAddress, Int32(clamping: bytes.count), nil))
    }

    /// Runs a statement that gives no rows, and makes it ready for the next run.
    func run() throws(StorageError) {
        defer { unsafe sqlite3_reset(handle) }
        let result = unsafe sqlite3_step(handle)
        // Read before the reset above, which may replace the connection's last error.
        guard result == SQLITE_DONE || result == SQLITE_ROW else { throw unsafe StorageError(resultOf: connection) }
    }

    /// Goes to the next row; `false` after the last one.
    func next() throws(StorageError) -> Bool {
        switch unsafe sqlite3_step(handle) {
        case SQLITE_ROW: return true
        case SQLITE_DONE: return false
        default: throw unsafe StorageError(resultOf: connection)
        }
    }

    /// Binds values to the parameters from `?1` on, runs `body` with the statement, and makes it ready for the next run.
    func run<Result>(
        with values: [StoredValue],
        _ body: (PreparedStatement) throws(StorageError) -> Result
    ) throws(StorageError) -> Result {
        guard unsafe values.count == Int(sqlite3_bind_parameter_count(handle)) else {
            throw StorageError(.failing, "a statement was given \(values.count) values, which is not what it takes")
        }
        // A buffer of its own: `body` may run other statements.
        var buffer = RowBuffer()
        buffer.removeAll()
        let parts = values.map { value -> RowBuffer.Part? in
            switch value {
            case .null, .integer: nil
            case .text(let text): buffer.append(text)
            case .blob(let bytes): buffer.append(bytes)
            }
        }
        return unsafe try buffer.withParts { (part) throws(StorageError) in
            defer { reset() }
            for (position, value) in values.enumerated() {
                let index = Int32(position) + 1
                switch value {
                case .null: try bind(nil, at: index)
                case .integer(let number): try bind(number, at: index)
                case .text: unsafe try bindText(part(parts[position]), at: index)
                case .blob: unsafe try bindBlob(part(parts[position]), at: index)
                }
            }
            return try body(self)
        }
    }

    /// Ends a run early: a statement left on a row keeps its read transaction, and with it the log, alive.
    func reset() { unsafe sqlite3_reset(handle) }

    func integer(at column: Int32) -> Int { unsafe Int(sqlite3_column_int64(handle, column)) }

    /// A number in ``StoredCount/range``; refuses any other value, which only damage can have put there.
    func count(at column: Int32, _ name: @autoclosure () -> String) throws(StorageError) -> Int {
        guard unsafe sqlite3_column_type(handle, column) == SQLITE_INTEGER else {
            throw StorageError(.corrupt, "\(name()) is no number")
        }
        return try StoredCount.checked(integer(at: column), name())
    }

    /// A number in ``StoredCount/range``; `nil` for NULL.
    func countIfPresent(at column: Int32, _ name: @autoclosure () -> String) throws(StorageError) -> Int? {
        try isNull(at: column) ? nil : count(at: column, name())
    }

    func isNull(at column: Int32) -> Bool { unsafe sqlite3_column_type(handle, column) == SQLITE_NULL }

    /// Whether running it changes nothing in the database.
    var isReadOnly: Bool { unsafe sqlite3_stmt_readonly(handle) != 0 }

    func bytes(at column: Int32) -> [UInt8] {
        // The order matters: asking for the size first may convert the value and move it.
        let start = unsafe sqlite3_column_blob(handle, column)
        return unsafe Array(UnsafeRawBufferPointer(start: start, count: Int(sqlite3_column_bytes(handle, column))))
    }

    /// The whole text of a column, also beyond a NUL character; `nil` for NULL.
    func text(at column: Int32) -> String? {
        guard !isNull(at: column), let start = unsafe sqlite3_column_text(handle, column) else { return nil }
        let bytes = unsafe UnsafeBufferPointer(start: start, count: Int(sqlite3_column_bytes(handle, column)))
        return unsafe String(decoding: bytes, as: UTF8.self)
    }

    /// A value of any type; a fraction, which we never store, is taken for none.
    func value(at column: Int32) -> StoredValue {
        switch unsafe sqlite3_column_type(handle, column) {
        case SQLITE_INTEGER: .integer(integer(at: column))
        case SQLITE_TEXT: .optional(text(at: column))
        case SQLITE_BLOB: .blob(bytes(at: column))
        default: .null
        }
    }

    private func check(_ result: Int32) throws(StorageError) {
        guard result == SQLITE_OK else { throw unsafe StorageError(resultOf: connection) }
    }
}
