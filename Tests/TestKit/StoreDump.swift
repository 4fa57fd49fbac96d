package import Journal
package import Messages

/// All that a store has from the rows of its stream, to be compared with another store.
///
/// Not what each store does by itself: pruning, the base of its levels, its marks and the age of its rows.
package struct StoreDump: Hashable {
    /// For each table, in the order of their names, its rows in the order of their values, as SQL writes them.
    package let tables: [String]
    /// The events as a replay gives them.
    package let events: [EventRecord]

    /// Reads everything.
    package init(of journal: some TableJournal) throws(StorageError) {
        let tables = journal.tables
        let names = try tables.rows(
            """
            SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite%' AND name <> 'grdb_migrations'
            ORDER BY name
            """
        ) { $0.text(at: 0) }
        var lines: [String] = []
        for name in names {
            let columns = try tables.rows(
                "SELECT name FROM pragma_table_info(?1) WHERE name NOT LIKE 'base%'",
                [.text(name)]
            ) { $0.text(at: 0) }
            let values = columns.map { "quote(\"\($0)\")" }.joined(separator: " || ', ' || ")
            let condition = name == "meta" ? "WHERE name IN ('epoch', 'log_position', 'log_checksum')" : ""
            let rows = try tables.rows("SELECT \(values) FROM \"\(name)\" \(condition) ORDER BY 1") { $0.text(at: 0) }
            lines += rows.map { "\(name): \($0)" }
        }
        self.tables = lines
        events = try journal.events(after: journal.firstSequence - 1, limit: .max)
    }

    /// The first line of each of the two that the other has not; for a message.
    package func difference(from other: StoreDump) -> String {
        let (here, there) = (Set(tables), Set(other.tables))
        let one = tables.first { !there.contains($0) } ?? "nothing"
        let two = other.tables.first { !here.contains($0) } ?? "nothing"
        return "here alone: \(one.prefix(300)); there alone: \(two.prefix(300))"
    }
}
