import CSQLite
package import Journal

/// A statement of SQLite's C interface, prepared once and run many times.
///
/// Values are bound where they lie, without a box or a copy: on the one insert per write that is a third of the throughput.
/// The connection must outlive the statement.
@safe
package final class PreparedStatement {
    private let connection: OpaquePointer
    private let handle: OpaquePointer

    /// Prepares one statement.
    ///
    /// - Throws: ``StorageError``, also when there is no statement, or more than one: SQLite would leave the others out,
    ///   and say nothing (https://www.sqlite.org/c3ref/prepare.html).
    package init(_ sql: String, on database: Database) throws(StorageError) {
        var handle: OpaquePointer?
        let flags = UInt32(SQLITE_PREPARE_PERSISTENT)
        let (result, isAlone) = unsafe sql.withCString { text in
            var rest: UnsafePointer<CChar>?
            let result = unsafe sqlite3_prepare_v3(database.handle, text, -1, flags, &handle, &rest)
            let blanks = Set("; \t\n\r".utf8)
            return unsafe (result, rest.map { unsafe String(cString: $0).utf8.allSatisfy(blanks.contains) } ?? true)
        }
        guard result == SQLITE_OK else { throw unsafe StorageError(resultOf: database.handle) }
        guard let handle = unsafe handle, isAlone else {
            unsafe sqlite3_finalize(handle)
            throw StorageError(.failing, "a text has to be exactly one statement: \(sql)", sqliteCode: SQLITE_ERROR)
        }
        unsafe connection = database.handle
        unsafe self.handle = handle
    }

    deinit { unsafe sqlite3_finalize(handle) }

    package func bind(_ value: Int?, at index: Int32) throws(StorageError) {
        guard let value else { return unsafe try check(sqlite3_bind_null(handle, index)) }
        unsafe try check(sqlite3_bind_int64(handle, index, Int64(value)))
    }

    /// Binds a text, or NULL for no part, without a copy: its bytes must stay until the statement has been run.
    package func bindText(
        _ part: RowBuffer.Part?,
        of texts: UnsafeBufferPointer<UInt8>,
        at index: Int32
    ) throws(StorageError) {
        guard let part else { return unsafe try check(sqlite3_bind_null(handle, index)) }
        let bytes = unsafe UnsafeBufferPointer(rebasing: texts[part])
        let text = unsafe UnsafeRawPointer(bytes.baseAddress)?.assumingMemoryBound(to: CChar.self)
        unsafe try check(sqlite3_bind_text(handle, index, text, Int32(clamping: bytes.count), nil))
    }

    /// Binds bytes, or NULL for no part, without a copy: they must stay until the statement has been run.
    package func bindBlob(
        _ part: RowBuffer.Part?,
        of texts: UnsafeBufferPointer<UInt8>,
        at index: Int32
    ) throws(StorageError) {
        guard let part else { return unsafe try check(sqlite3_bind_null(handle, index)) }
        let bytes = unsafe UnsafeBufferPointer(rebasing: texts[part])
        unsafe try check(sqlite3_bind_blob(handle, index, bytes.baseAddress, Int32(clamping: bytes.count), nil))
    }

    /// Runs a statement that gives no rows, and makes it ready for the next run.
    package func run() throws(StorageError) {
        defer { unsafe sqlite3_reset(handle) }
        let result = unsafe sqlite3_step(handle)
        // Read before the reset above, which may replace the connection's last error.
        guard result == SQLITE_DONE || result == SQLITE_ROW else { throw unsafe StorageError(resultOf: connection) }
    }

    /// Goes to the next row; `false` after the last one.
    package func next() throws(StorageError) -> Bool {
        switch unsafe sqlite3_step(handle) {
        case SQLITE_ROW: return true
        case SQLITE_DONE: return false
        default: throw unsafe StorageError(resultOf: connection)
        }
    }

    /// Binds values to the parameters from `?1` on, runs `body` with the statement, and makes it ready for the next run.
    package func run<Result>(
        with values: [StoredValue],
        _ body: (PreparedStatement) throws(StorageError) -> Result
    ) throws(StorageError) -> Result {
        guard unsafe values.count == Int(sqlite3_bind_parameter_count(handle)) else {
            throw StorageError(.failing, "a statement was given \(values.count) values, which is not what it takes")
        }
        // A buffer of its own: `body` may run other statements.
        var buffer = RowBuffer()
        let parts = values.map { value -> RowBuffer.Part? in
            switch value {
            case .null, .integer: nil
            case .text(let text): buffer.append(text)
            case .blob(let bytes): buffer.append(bytes)
            }
        }
        return unsafe try buffer.bytes.withUnsafeBufferPointer { (texts) throws(StorageError) in
            defer { reset() }
            for (position, value) in values.enumerated() {
                let index = Int32(position) + 1
                switch value {
                case .null: try bind(nil, at: index)
                case .integer(let number): try bind(number, at: index)
                case .text: unsafe try bindText(parts[position], of: texts, at: index)
                case .blob: unsafe try bindBlob(parts[position], of: texts, at: index)
                }
            }
            return try body(self)
        }
    }

    /// Ends a run early: a statement left on a row keeps its read transaction, and with it the log, alive.
    package func reset() { unsafe sqlite3_reset(handle) }

    package func integer(at column: Int32) -> Int { unsafe Int(sqlite3_column_int64(handle, column)) }

    /// A number in ``StoredCount/range``; refuses any other value, which only damage can have put there.
    package func count(at column: Int32, _ name: @autoclosure () -> String) throws(StorageError) -> Int {
        guard unsafe sqlite3_column_type(handle, column) == SQLITE_INTEGER else {
            throw StorageError(.corrupt, "\(name()) is no number")
        }
        return try StoredCount.checked(integer(at: column), called: name())
    }

    /// A number in ``StoredCount/range``; `nil` for NULL.
    package func countIfPresent(at column: Int32, _ name: @autoclosure () -> String) throws(StorageError) -> Int? {
        try isNull(at: column) ? nil : count(at: column, name())
    }

    package func isNull(at column: Int32) -> Bool { unsafe sqlite3_column_type(handle, column) == SQLITE_NULL }

    /// Whether running it changes nothing in the database.
    package var isReadOnly: Bool { unsafe sqlite3_stmt_readonly(handle) != 0 }

    package func bytes(at column: Int32) -> [UInt8] {
        // The order matters: asking for the size first may convert the value and move it.
        let start = unsafe sqlite3_column_blob(handle, column)
        return unsafe Array(UnsafeRawBufferPointer(start: start, count: Int(sqlite3_column_bytes(handle, column))))
    }

    /// The whole text of a column, also beyond a NUL character; `nil` for NULL.
    package func text(at column: Int32) -> String? {
        guard !isNull(at: column), let start = unsafe sqlite3_column_text(handle, column) else { return nil }
        let bytes = unsafe UnsafeBufferPointer(start: start, count: Int(sqlite3_column_bytes(handle, column)))
        return unsafe String(decoding: bytes, as: UTF8.self)
    }

    /// A value of any type; a fraction, which we never store, is taken for none.
    package func value(at column: Int32) -> StoredValue {
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
