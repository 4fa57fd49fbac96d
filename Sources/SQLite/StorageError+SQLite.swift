import CSQLite
import Glibc
package import Journal

extension StorageError {
    /// Reads the error of the call on `connection` that has just failed.
    init(resultOf connection: OpaquePointer) {
        let result = unsafe sqlite3_extended_errcode(connection)
        let text = unsafe sqlite3_errmsg(connection).map { unsafe String(cString: $0) } ?? "unknown error"
        unsafe self.init(result: result, systemError: sqlite3_system_errno(connection), text: text)
    }

    /// The error of a call that gives a result code and no more.
    init(_ result: Int32, _ text: String) { self.init(result: result, systemError: 0, text: text) }

    /// Maps a result code of SQLite to what a caller can act on, for everything but a failed COMMIT.
    init(result: Int32, systemError: Int32, text: String) {
        let code: Code
        // The low byte is the primary result code.
        switch result & 0xff {
        case SQLITE_FULL: code = .full
        case SQLITE_READONLY, SQLITE_PERM, SQLITE_AUTH: code = .readOnly
        case SQLITE_CORRUPT, SQLITE_NOTADB: code = .corrupt
        case SQLITE_IOERR, SQLITE_CANTOPEN:
            // SQLite turns only ENOSPC of a plain write into SQLITE_FULL; quotas, and a file system the kernel has
            // switched to read-only, come as I/O errors.
            code = Self.code(of: systemError)
        default: code = .failing
        }
        self.init(code, text, sqliteCode: result)
    }

    /// What SQLite has found, of what the store distinguishes.
    package enum SQLiteFailure {
        /// There is no room.
        case full
        /// Someone else holds a lock.
        case busy
        /// The system could not read, write or sync.
        case disk
        /// A page is not what it should be.
        case damage
        case other
    }

    /// What SQLite has found; `nil` for an error that is none of it.
    package var sqliteFailure: SQLiteFailure? {
        guard let sqliteCode else { return nil }
        return switch sqliteCode & 0xff {
        case SQLITE_FULL: .full
        case SQLITE_BUSY: .busy
        case SQLITE_IOERR: .disk
        case SQLITE_CORRUPT, SQLITE_NOTADB: .damage
        default: .other
        }
    }

    /// The same error; where someone else has the store, it says so and what to do.
    package var inUseIfBusy: StorageError {
        guard sqliteFailure == .busy else { return self }
        return StorageError(
            .locked(holder: "another program"),
            "another program reads the store, such as a backup: wait for its end",
            sqliteCode: sqliteCode
        )
    }

    /// What a caller can act on when the system has failed with an error number.
    package static func code(of number: Int32) -> Code {
        switch number {
        case ENOSPC, EDQUOT: .full
        case EROFS, EACCES, EPERM: .readOnly
        default: .failing
        }
    }
}
