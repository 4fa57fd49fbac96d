import Journal
import SQLite

extension CapturedTable {
    /// All of the service's own tables, in the order of their names.
    ///
    /// - Throws: ``StorageError`` with `unavailable` when SQLite would not tell all changes, or applying them elsewhere would
    ///   do more: https://www.sqlite.org/session/sqlite3session_attach.html.
    static func all(in database: Database) throws(StorageError) -> [CapturedTable] {
        let ours = "('meta', 'level', 'journal', 'grdb_migrations')"
        let unfit = try database.text(
            """
            SELECT type || ' ' || name FROM sqlite_schema WHERE type = 'trigger' OR name = 'sqlite_sequence'
                OR sql LIKE 'CREATE VIRTUAL %' LIMIT 1
            """
        )
        if let unfit {
            throw StorageError(.unavailable, "the store cannot be replicated: a replica cannot have the same \(unfit)")
        }
        let query = """
            SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT IN \(ours) AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'
            ORDER BY name
            """
        let names = try database.query(query) { (row) throws(StorageError) in
            var names: [String] = []
            while try row.next() { names.append(row.text(at: 0) ?? "") }
            return names
        }
        var tables: [CapturedTable] = []
        for name in names { tables.append(try CapturedTable(name, in: database)) }
        return tables
    }

    private init(_ name: String, in database: Database) throws(StorageError) {
        let keyColumns = try database.query(
            """
            SELECT pk, "notnull", hidden,
                type = 'INTEGER' AND (SELECT count(*) FROM pragma_table_xinfo(?1) WHERE pk > 0) = 1
            FROM pragma_table_xinfo(?1)
            """,
            [.text(name)]
        ) { (row) throws(StorageError) in
            var columns: [Bool] = []
            while try row.next() {
                let isKey = row.integer(at: 0) > 0
                // Changes of a row without a whole key are not told; that of a number which is the rowid is always whole.
                guard row.integer(at: 2) == 0, !isKey || row.integer(at: 1) != 0 || row.integer(at: 3) != 0 else {
                    throw Self.unfit(name)
                }
                columns.append(isKey)
            }
            return columns
        }
        guard keyColumns.contains(true) else { throw Self.unfit(name) }
        self.init(name: name, keyColumns: keyColumns)
    }

    private static func unfit(_ name: String) -> StorageError {
        StorageError(
            .unavailable,
            "the store cannot be replicated: table \(name) needs a primary key without NULL, and no generated columns"
        )
    }
}
