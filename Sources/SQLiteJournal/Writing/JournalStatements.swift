import Journal
import SQLite

/// The statements of the hot path, prepared once per connection; a class, so that handing them on copies one reference.
final class JournalStatements {
    let begin, beginReading, commit, rollback: PreparedStatement
    let savepoint, releaseSavepoint, undoSavepoint: PreparedStatement
    let insertEntry, insertEntries, updateLevel, insertLevel: PreparedStatement
    let storedReply, greatestKey, sequenceOfEntry, level, rowsWithEvents: PreparedStatement
    private let dataVersion: PreparedStatement

    init(on database: Database) throws(StorageError) {
        // IMMEDIATE: whatever can refuse the write refuses it here, before there is anything to undo.
        begin = try PreparedStatement("BEGIN IMMEDIATE", on: database)
        beginReading = try PreparedStatement("BEGIN", on: database)
        commit = try PreparedStatement("COMMIT", on: database)
        rollback = try PreparedStatement("ROLLBACK", on: database)
        savepoint = try PreparedStatement("SAVEPOINT attempt", on: database)
        releaseSavepoint = try PreparedStatement("RELEASE attempt", on: database)
        undoSavepoint = try PreparedStatement("ROLLBACK TO attempt", on: database)
        insertEntry = try PreparedStatement(Self.insert(rows: 1), on: database)
        insertEntries = try PreparedStatement(Self.insert(rows: Self.rowsTogether), on: database)
        updateLevel = try PreparedStatement(
            "UPDATE level SET quantity = ?2, version = ?3, sequence = ?4 WHERE item = ?1",
            on: database
        )
        insertLevel = try PreparedStatement(
            """
            INSERT INTO level(item, quantity, version, sequence, base_quantity, base_version) VALUES (?1, ?2, ?3, ?4, 0, 0)
            """,
            on: database
        )
        storedReply = try PreparedStatement(
            "SELECT number, sequence, fingerprint, result FROM journal WHERE key = ?1",
            on: database
        )
        // Without the name of the index SQLite might read all rows.
        greatestKey = try PreparedStatement(
            "SELECT key FROM journal INDEXED BY journal_key WHERE key >= ?1 AND key < ?2 ORDER BY key DESC LIMIT 1",
            on: database
        )
        level = try PreparedStatement(
            "SELECT quantity, version, sequence FROM level WHERE item = ?1",
            on: database
        )
        rowsWithEvents = try PreparedStatement(
            "SELECT \(StoredRow.columns) FROM journal WHERE number >= ?1 AND events IS NOT NULL ORDER BY number",
            on: database
        )
        sequenceOfEntry = try PreparedStatement("SELECT sequence FROM journal WHERE number = ?1", on: database)
        dataVersion = try PreparedStatement("PRAGMA data_version", on: database)
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
    ///   - texts: The texts of the batch.
    func bind(
        to statement: PreparedStatement,
        row position: Int,
        sequence: Int,
        at time: Int,
        _ texts: UnsafeBufferPointer<UInt8>
    ) throws(StorageError) {
        let before = Int32(position * Self.columns.count)
        try statement.bind(number, at: before + 1)
        try statement.bind(sequence, at: before + 2)
        try statement.bind(time, at: before + 3)
        unsafe try statement.bindText(method, of: texts, at: before + 4)
        unsafe try statement.bindText(key, of: texts, at: before + 5)
        unsafe try statement.bindBlob(fingerprint, of: texts, at: before + 6)
        unsafe try statement.bindBlob(result, of: texts, at: before + 7)
        unsafe try statement.bindText(causation, of: texts, at: before + 8)
        unsafe try statement.bindText(trace, of: texts, at: before + 9)
        unsafe try statement.bindText(column, of: texts, at: before + 10)
        try statement.bind(isListed ? 1 : nil, at: before + 11)
    }
}
