/// A service's own tables, as they are with everything that was decided so far.
///
/// ## Changes
/// Changes are made in attempts: ``attempt(_:)`` keeps what its body changed, or, when the body throws, nothing of it. The
/// first attempt opens a transaction, and ``Journal/commit(_:)`` ends it: the journal's rows and the changes of the tables
/// become durable together. Until then ``discard()`` takes all attempts back; a commit that fails has done so itself.
///
/// ## When a call fails
/// SQLite may have ended the transaction by then, and with it the attempts before. Every later change, and the commit,
/// are then refused with `failing`, until ``discard()`` was called.
///
/// ## Snapshots
/// Those that a ``TableReader`` lends show what the last commit has left, as it was when reading began, and are only read.
///
/// Like its journal it belongs to one thread. A statement is prepared once and then kept by its text, so texts must not be
/// put together from values.
package final class StoredTables {
    private unowned let journal: SQLiteJournal?
    /// The statements of a snapshot's own connection.
    private let snapshot: StatementCache?
    private var isAttempting = false

    init(of journal: SQLiteJournal) {
        self.journal = journal
        snapshot = nil
    }

    /// Tables that are only read, over a connection in whose transaction the caller is.
    init(reading snapshot: StatementCache) {
        journal = nil
        self.snapshot = snapshot
    }

    /// The journal's connection, for changes.
    private func connection() throws(StorageError) -> JournalConnection {
        guard let journal else { throw StorageError(.failing, "a snapshot cannot be changed") }
        return try journal.requireConnection()
    }

    private func readingStatements() throws(StorageError) -> StatementCache {
        if let snapshot { return snapshot }
        let connection = try connection()
        try connection.beginLookingUp()
        return connection.tableStatements
    }

    // MARK: Reading

    /// Gives every row of a query to `body`, until it has seen enough.
    ///
    /// - Parameters:
    ///   - sql: A statement that changes nothing.
    ///   - values: The values of its parameters `?1`, `?2` and so on.
    ///   - body: Gets each row; it may use the tables, too. Returning `false` ends the query.
    /// - Throws: ``StorageError``; also what `body` throws.
    package func forEachRow(
        _ sql: String,
        _ values: [StoredValue] = [],
        _ body: (TableRow) throws(StorageError) -> Bool
    ) throws(StorageError) {
        try readingStatements().withStatement(sql) { (statement) throws(StorageError) in
            guard statement.isReadOnly else { throw StorageError(.failing, "a query must not change anything: \(sql)") }
            try statement.run(with: values) { (statement) throws(StorageError) in
                while try statement.next() {
                    guard try body(TableRow(statement: statement)) else { return }
                }
            }
        }
    }

    /// All rows of a query.
    ///
    /// - Parameters:
    ///   - sql: A statement that changes nothing.
    ///   - values: The values of its parameters.
    ///   - read: Makes a value of a row.
    package func rows<Value>(
        _ sql: String,
        _ values: [StoredValue] = [],
        _ read: (TableRow) throws(StorageError) -> Value
    ) throws(StorageError) -> [Value] {
        var found: [Value] = []
        try forEachRow(sql, values) { (row) throws(StorageError) in
            found.append(try read(row))
            return true
        }
        return found
    }

    /// The first row of a query; `nil` when there is none.
    ///
    /// - Parameters:
    ///   - sql: A statement that changes nothing.
    ///   - values: The values of its parameters.
    ///   - read: Makes a value of the row.
    package func first<Value>(
        _ sql: String,
        _ values: [StoredValue] = [],
        _ read: (TableRow) throws(StorageError) -> Value
    ) throws(StorageError) -> Value? {
        var found: Value?
        try forEachRow(sql, values) { (row) throws(StorageError) in
            found = try read(row)
            return false
        }
        return found
    }

    // MARK: Changing

    /// Runs `body` so that it changes everything it wants to, or nothing.
    ///
    /// - Parameters:
    ///   - onFailure: Makes the error that is thrown when the store fails outside `body`.
    ///   - body: Makes changes; attempts inside it are not possible.
    /// - Throws: What `body` throws, with nothing changed; or what `onFailure` makes.
    @discardableResult
    package func attempt<Value, Failure: Error>(
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

    /// Changes rows, inside an attempt.
    ///
    /// - Parameters:
    ///   - sql: One statement.
    ///   - values: The values of its parameters.
    /// - Returns: How many rows it changed.
    /// - Throws: ``StorageError``; of constraints of the tables, too, as `failing`.
    @discardableResult
    package func change(_ sql: String, _ values: [StoredValue] = []) throws(StorageError) -> Int {
        let connection = try connection()
        guard isAttempting else { throw StorageError(.failing, "a change outside of an attempt") }
        // Asked each time: without its transaction the change would be durable by itself.
        try connection.beginChanging()
        do throws(StorageError) {
            return try connection.tableStatements.withStatement(sql) { (statement) throws(StorageError) in
                try statement.run(with: values) { (statement) throws(StorageError) in
                    while try statement.next() {}
                }
                return connection.changedRows
            }
        } catch {
            throw connection.doubting(error)
        }
    }

    /// Takes back everything that was changed since the last commit.
    package func discard() {
        journal?.connection?.discardChanges()
    }
}

/// The row at which a query of a service's own tables stands.
///
/// It is the row of the moment: take the values out before the closure that was given it returns. Columns are numbered
/// from 0, in the order in which the query selects them.
package struct TableRow {
    let statement: PreparedStatement

    /// A whole number; 0 for NULL.
    package func integer(at column: Int) -> Int { statement.integer(at: Int32(column)) }

    /// A whole number; `nil` for NULL.
    package func integerIfPresent(at column: Int) -> Int? { isNull(at: column) ? nil : integer(at: column) }

    /// A text; empty for NULL.
    package func text(at column: Int) -> String { String(decoding: bytes(at: column), as: UTF8.self) }

    /// A text; `nil` for NULL.
    package func textIfPresent(at column: Int) -> String? { isNull(at: column) ? nil : text(at: column) }

    /// Bytes, also those of a text; empty for NULL.
    package func bytes(at column: Int) -> [UInt8] { statement.bytes(at: Int32(column)) }

    /// Whether there is no value.
    package func isNull(at column: Int) -> Bool { statement.isNull(at: Int32(column)) }
}
