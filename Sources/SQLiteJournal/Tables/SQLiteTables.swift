import Journal
import SQLite

/// Tables in the journal's own database: the connection's for changes, or a snapshot's.
final class SQLiteTables: StoredTables {
    private unowned let journal: SQLiteJournal?
    /// A snapshot's own connection.
    private let snapshot: Database?
    private var isAttempting = false

    init(of journal: SQLiteJournal) {
        self.journal = journal
        snapshot = nil
    }

    /// Tables that are only read, over a connection in whose transaction the caller is.
    init(reading snapshot: Database) {
        journal = nil
        self.snapshot = snapshot
    }

    /// The journal's connection, for changes.
    private func connection() throws(StorageError) -> JournalConnection {
        guard let journal else { throw StorageError(.failing, "a snapshot cannot be changed") }
        return try journal.requireConnection()
    }

    private func readableDatabase() throws(StorageError) -> Database {
        if let snapshot { return snapshot }
        let connection = try connection()
        try connection.beginLookingUp()
        return connection.database
    }

    func forEachRow(
        _ sql: String,
        _ values: [StoredValue],
        _ body: (any TableRow) throws(StorageError) -> Bool
    ) throws(StorageError) {
        try readableDatabase().withStatement(sql, by: .service) { (statement) throws(StorageError) in
            guard statement.isReadOnly else { throw StorageError(.failing, "a query must not change anything: \(sql)") }
            try statement.run(with: values) { (statement) throws(StorageError) in
                while try statement.next() {
                    guard try body(SQLiteRow(statement: statement)) else { return }
                }
            }
        }
    }

    @discardableResult
    func attempt<Value, Failure: Error>(
        onFailure: (StorageError) -> Failure,
        _ body: () throws(Failure) -> Value
    ) throws(Failure) -> Value {
        let statements: JournalStatements
        do throws(StorageError) {
            guard !isAttempting else { throw StorageError(.failing, "an attempt inside an attempt") }
            let connection = try connection()
            try connection.beginChanging()
            statements = try connection.requireStatements()
            try statements.savepoint.run()
        } catch {
            throw onFailure(error)
        }
        isAttempting = true
        defer { isAttempting = false }
        let value: Value
        do throws(Failure) {
            value = try body()
        } catch {
            // When this fails too, the transaction is gone, and the commit will find that out.
            try? statements.undoSavepoint.run()
            try? statements.releaseSavepoint.run()
            throw error
        }
        do throws(StorageError) { try statements.releaseSavepoint.run() } catch { throw onFailure(error) }
        return value
    }

    @discardableResult
    func change(_ sql: String, _ values: [StoredValue], isOfLibrary: Bool) throws(StorageError) -> Int {
        let connection = try connection()
        guard isAttempting else { throw StorageError(.failing, "a change outside of an attempt") }
        // Asked each time: without its transaction the change would be durable by itself.
        try connection.beginChanging()
        do throws(StorageError) {
            let author: StatementAuthor = isOfLibrary ? .library : .service
            try connection.database.withStatement(sql, by: author) { (statement) throws(StorageError) in
                try statement.run(with: values) { (row) throws(StorageError) in
                    while try row.next() {}
                }
            }
            return connection.database.changedRows
        } catch {
            throw connection.doubting(error)
        }
    }

    func discard() {
        journal?.connection?.discardChanges()
    }
}

/// The row at which a statement stands.
private struct SQLiteRow: TableRow {
    let statement: PreparedStatement

    func integer(at column: Int) -> Int { statement.integer(at: Int32(column)) }

    func bytes(at column: Int) -> [UInt8] { statement.bytes(at: Int32(column)) }

    func isNull(at column: Int) -> Bool { statement.isNull(at: Int32(column)) }
}
