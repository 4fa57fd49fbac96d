import CSQLite
import GRDB

extension Database {
    /// Runs `body`, which reads the whole database, with large blocks of it fetched at once.
    ///
    /// A database that was opened before the layers of ``SQLiteLibrary`` were there is read page by page.
    func readingAll<Result>(_ body: () throws -> Result) rethrows -> Result {
        let connection = UnsafeMutableRawPointer(sqliteConnection)
        _ = csqlite_read_ahead(connection, true)
        defer { _ = csqlite_read_ahead(connection, false) }
        return try body()
    }
}
