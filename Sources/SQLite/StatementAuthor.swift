import CSQLite

/// Whose statement is prepared, and so what it may do.
package enum StatementAuthor: Int, CaseIterable {
    /// The store itself: everything.
    case store
    /// A service while it runs: it reads, and changes rows of its own tables.
    case service
    /// A step of a service's tables: it makes and changes those, too.
    case migration
    /// The library around a service: as such a step, and it keeps its own notes.
    case library
    /// A service's rule for what holds in a store: it only reads.
    case rule

    /// Whether a statement that is prepared may do something: https://www.sqlite.org/c3ref/set_authorizer.html.
    ///
    /// - Parameters:
    ///   - action: What it would do.
    ///   - names: What with: both names that SQLite gives, `nil` where it gives none.
    func allows(_ action: Int32, _ names: [String?]) -> Bool {
        switch action {
        case SQLITE_SELECT, SQLITE_READ, SQLITE_FUNCTION, SQLITE_RECURSIVE: true
        case SQLITE_INSERT, SQLITE_UPDATE, SQLITE_DELETE: self != .rule && !isKept(names[0])
        case SQLITE_CREATE_TABLE, SQLITE_ALTER_TABLE, SQLITE_DROP_TABLE, SQLITE_CREATE_INDEX, SQLITE_DROP_INDEX,
            SQLITE_CREATE_VIEW, SQLITE_DROP_VIEW, SQLITE_CREATE_TRIGGER, SQLITE_DROP_TRIGGER, SQLITE_REINDEX:
            [.migration, .library].contains(self) && !names.contains(where: isKept)
        // SQLite itself asks for it when a step adds a column.
        case SQLITE_PRAGMA: [.migration, .library].contains(self) && names[0] == "quick_check"
        // Transactions, savepoints, other PRAGMAs, ATTACH, temporary and virtual tables, what later versions bring.
        default: false
        }
    }

    /// Whether a table or an index is the store's own, or has the notes of the library, so that this author leaves it alone.
    private func isKept(_ name: String?) -> Bool {
        guard let name = name?.lowercased() else { return false }
        if name == "upgrade" { return self != .library }
        return ["journal", "level", "meta", "grdb"].contains { name == $0 || name.hasPrefix($0 + "_") }
    }
}
