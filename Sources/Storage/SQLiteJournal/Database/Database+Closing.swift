import CSQLite
import GRDB

extension Database {
    /// Chooses whether SQLite copies the log into the database when this connection is closed as the last one.
    ///
    /// - Throws: `DatabaseError` when SQLite refuses or the connection is closed.
    func copyLogAtClose(_ copies: Bool) throws {
        let result = unsafe csqlite_set_copies_log_at_close(UnsafeMutableRawPointer(sqliteConnection), copies)
        guard result == 0 else { throw DatabaseError(resultCode: ResultCode(rawValue: result)) }
    }
}
