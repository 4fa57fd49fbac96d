/// The statements of a service's own tables on one connection, by their text.
@safe
final class StatementCache {
    private let connection: OpaquePointer
    private var statements: [String: PreparedStatement] = [:]
    private var isClosed = false

    init(on connection: OpaquePointer) {
        unsafe self.connection = connection
    }

    /// Lends the statement with this text, prepared at its first use.
    func withStatement<Result>(
        _ sql: String,
        _ body: (PreparedStatement) throws(StorageError) -> Result
    ) throws(StorageError) -> Result {
        // Taken out while it is in use: the same query may be made again for each of its rows.
        let statement: PreparedStatement
        if let known = statements.removeValue(forKey: sql) {
            statement = known
        } else {
            statement = unsafe try PreparedStatement(sql, on: connection)
        }
        defer { if !isClosed { statements[sql] = statement } }
        return try body(statement)
    }

    /// Drops all statements, before the connection closes.
    func close() {
        isClosed = true
        statements.removeAll()
    }
}
