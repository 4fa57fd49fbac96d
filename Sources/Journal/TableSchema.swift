/// The tables that a service keeps in its store, next to the journal and in the same transactions.
///
/// The service owns its SQL, and nothing else of SQLite. The names `journal`, `level`, `meta` and `grdb`, and those that
/// go on with `_` behind one of them, are the store's own. No statement of a service is prepared that changes them; nor
/// one for transactions, PRAGMA, ATTACH or, outside of a migration, for tables.
///
/// Make tables `STRICT`, so that a value of a wrong type is found as damage. Every table has a primary key without NULL
/// and no generated columns, and there are no triggers, no virtual tables and no AUTOINCREMENT: otherwise no store is
/// made or opened, with or without a replicated log, which could not have their changes.
package struct TableSchema: Sendable {
    /// One step from an older set of tables to the present one.
    package struct Migration: Sendable {
        /// What the store remembers of it; never changed once a store has it.
        package let name: String
        /// One or more statements.
        package let sql: String
        /// Whether it makes what the library around a service keeps there, and not the service itself.
        package let isOfLibrary: Bool

        package init(_ name: String, _ sql: String, isOfLibrary: Bool = false) {
            (self.name, self.sql, self.isOfLibrary) = (name, sql, isOfLibrary)
        }
    }

    /// Something that holds in a sound store.
    package struct Rule: Sendable {
        /// Selects one text for each place that breaks the rule, such as `product 42`.
        package let query: String
        /// What is wrong there, as the end of a sentence: `is not what its changes add up to`.
        package let finding: String

        package init(_ query: String, finding: String) {
            self.query = query
            self.finding = finding
        }
    }

    /// Applied in order, each once and as a whole.
    package var migrations: [Migration]
    /// Checked whenever a store is checked as a whole; see ``SQLiteJournal``.
    package var rules: [Rule]

    package init(_ migrations: [Migration], rules: [Rule] = []) {
        self.migrations = migrations
        self.rules = rules
    }

    /// No tables besides the journal.
    package static let none = TableSchema([])

    /// Whether there are tables at all.
    package var isEmpty: Bool { migrations.isEmpty }
}

extension TableSchema.Rule {
    /// Each row of a table repeats the level of its item, for queries that need it there, and must say the same.
    ///
    /// - Parameters:
    ///   - table: The table, which is also what its rows are called in a finding.
    ///   - item: The column whose value as a text is the item's key.
    ///   - quantity: The column that repeats the quantity.
    ///   - version: The column that repeats the version.
    ///   - finding: What is wrong where they differ.
    package static func levels(
        repeatedIn table: String,
        item: String,
        quantity: String,
        version: String,
        _ finding: String
    ) -> TableSchema.Rule {
        TableSchema.Rule(
            """
            SELECT '\(table) ' || own.\(item) FROM \(table) AS own
            LEFT JOIN level ON level.item = CAST(own.\(item) AS TEXT)
            WHERE level.quantity IS NOT own.\(quantity) OR level.version IS NOT own.\(version)
            """,
            finding: finding
        )
    }
}
