import CSQLite

/// The settings of SQLite that a whole process shares.
enum SQLiteLibrary {
    /// Makes them, once, if it is the first to use SQLite here; it works with others, too, only more slowly.
    static let settings: Void = {
        _ = csqlite_stop_counting_memory()
        _ = csqlite_write_in_large_pieces()
    }()
}
