import CSQLite
package import Journal

/// Notes which rows of the service's own tables one transaction changes.
///
/// Made in each transaction again: what it notes are differences from the rows as they were when it began. What a
/// savepoint takes back is none. It must end before its connection.
@safe
package final class ChangeCapture {
    private let session: OpaquePointer

    /// Begins to note changes.
    package init(of tables: [CapturedTable], in database: Database) throws(StorageError) {
        var session: OpaquePointer?
        let result = unsafe sqlite3session_create(database.handle, "main", &session)
        guard result == SQLITE_OK, let session = unsafe session else { throw Self.error(result) }
        unsafe self.session = session
        for table in tables {
            let result = unsafe sqlite3session_attach(session, table.name)
            guard result == SQLITE_OK else { throw Self.error(result) }
        }
    }

    deinit { unsafe sqlite3session_delete(session) }

    /// What has changed so far; empty when nothing has.
    package func changeset() throws(StorageError) -> [UInt8] {
        var count: Int32 = 0
        var start: UnsafeMutableRawPointer?
        let result = unsafe sqlite3session_changeset(session, &count, &start)
        defer { unsafe sqlite3_free(start) }
        guard result == SQLITE_OK else { throw Self.error(result) }
        return unsafe Array(UnsafeRawBufferPointer(start: start, count: Int(count)))
    }

    private static func error(_ result: Int32) -> StorageError {
        StorageError(result, "SQLite cannot tell what was changed")
    }
}
