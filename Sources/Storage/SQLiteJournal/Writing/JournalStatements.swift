/// The statements of the hot path, prepared once per connection; a class, so that handing them on copies one reference.
final class JournalStatements {
    let begin, beginReading, commit, rollback: PreparedStatement
    let savepoint, releaseSavepoint, undoSavepoint: PreparedStatement
    let insertEntry, insertEntries, updateLevel, insertLevel: PreparedStatement
    let storedReply, greatestKey, sequenceOfEntry, level, rowsWithEvents: PreparedStatement
    private let dataVersion: PreparedStatement

    init(on connection: OpaquePointer) throws(StorageError) {
        // IMMEDIATE: whatever can refuse the write refuses it here, before there is anything to undo.
        begin = unsafe try PreparedStatement("BEGIN IMMEDIATE", on: connection)
        beginReading = unsafe try PreparedStatement("BEGIN", on: connection)
        commit = unsafe try PreparedStatement("COMMIT", on: connection)
        rollback = unsafe try PreparedStatement("ROLLBACK", on: connection)
        savepoint = unsafe try PreparedStatement("SAVEPOINT attempt", on: connection)
        releaseSavepoint = unsafe try PreparedStatement("RELEASE attempt", on: connection)
        undoSavepoint = unsafe try PreparedStatement("ROLLBACK TO attempt", on: connection)
        insertEntry = unsafe try PreparedStatement(Self.insert(rows: 1), on: connection)
        insertEntries = unsafe try PreparedStatement(Self.insert(rows: Self.rowsTogether), on: connection)
        updateLevel = unsafe try PreparedStatement(
            "UPDATE level SET quantity = ?2, version = ?3, sequence = ?4 WHERE item = ?1",
            on: connection
        )
        insertLevel = unsafe try PreparedStatement(
            """
            INSERT INTO level(item, quantity, version, sequence, base_quantity, base_version) VALUES (?1, ?2, ?3, ?4, 0, 0)
            """,
            on: connection
        )
        storedReply = unsafe try PreparedStatement(
            "SELECT number, sequence, fingerprint, result FROM journal WHERE key = ?1",
            on: connection
        )
        // Without the name of the index SQLite might read all rows.
        greatestKey = unsafe try PreparedStatement(
            "SELECT key FROM journal INDEXED BY journal_key WHERE key >= ?1 AND key < ?2 ORDER BY key DESC LIMIT 1",
            on: connection
        )
        level = unsafe try PreparedStatement(
            "SELECT quantity, version, sequence FROM level WHERE item = ?1",
            on: connection
        )
        rowsWithEvents = unsafe try PreparedStatement(
            "SELECT \(StoredRow.columns) FROM journal WHERE number >= ?1 AND events IS NOT NULL ORDER BY number",
            on: unsafe connection
        )
        sequenceOfEntry = unsafe try PreparedStatement("SELECT sequence FROM journal WHERE number = ?1", on: connection)
        dataVersion = unsafe try PreparedStatement("PRAGMA data_version", on: connection)
    }

    /// A number that changes whenever another connection has written, to be read within a transaction.
    ///
    /// Source: https://www.sqlite.org/pragma.html#pragma_data_version
    func readDataVersion() throws(StorageError) -> Int {
        defer { dataVersion.reset() }
        guard try dataVersion.next() else { throw StorageError(.failing, "SQLite does not tell who has written") }
        return dataVersion.integer(at: 0)
    }

    /// How many rows ``insertEntries`` inserts.
    ///
    /// From row to row SQLite then keeps its places in the table and in both indices, which a statement for each row would
    /// look for from their roots: 7 400 instructions less for each.
    static let rowsTogether = 16

    /// Inserts rows whose values are bound one row after the other: see ``PendingEntry/columns``.
    ///
    /// `OR FAIL`: a failure takes back the whole batch. Otherwise SQLite would also keep each page as it was before the
    /// statement, to take back that alone.
    private static func insert(rows: Int) -> String {
        let row = "(" + PendingEntry.columns.map { _ in "?" }.joined(separator: ", ") + ")"
        return "INSERT OR FAIL INTO journal(\(PendingEntry.columns.joined(separator: ", "))) VALUES "
            + Array(repeating: row, count: rows).joined(separator: ", ")
    }
}

extension PendingEntry {
    /// The columns of a row in the order in which their values are bound.
    static let columns = [
        "number", "sequence", "time", "method", "key", "fingerprint", "result", "causationid", "traceparent", "events",
        "listed",
    ]

    /// Binds the row's values.
    ///
    /// - Parameters:
    ///   - statement: Inserts one row, or several.
    ///   - position: Which of its rows this is, from 0.
    ///   - sequence: The entry's last event, or the last before it.
    ///   - time: When it is committed.
    ///   - part: Lends a text of the batch.
    func bind(
        to statement: PreparedStatement,
        row position: Int,
        sequence: Int,
        at time: Int,
        _ part: (RowBuffer.Part?) -> UnsafeBufferPointer<UInt8>?
    ) throws(StorageError) {
        let before = Int32(position * Self.columns.count)
        try statement.bind(number, at: before + 1)
        try statement.bind(sequence, at: before + 2)
        try statement.bind(time, at: before + 3)
        unsafe try statement.bindText(part(method), at: before + 4)
        unsafe try statement.bindText(part(key), at: before + 5)
        unsafe try statement.bindBlob(part(fingerprint), at: before + 6)
        unsafe try statement.bindBlob(part(result), at: before + 7)
        unsafe try statement.bindText(part(causation), at: before + 8)
        unsafe try statement.bindText(part(trace), at: before + 9)
        unsafe try statement.bindText(part(column), at: before + 10)
        try statement.bind(isListed ? 1 : nil, at: before + 11)
    }
}
