import GRDB
import GRDBSQLite

/// One file of an open store, where SQLite's own care for it does not go far enough.
struct OpenFile {
    /// The files that SQLite keeps open.
    enum Part {
        case database
        case log

        fileprivate var pointer: Int32 {
            switch self {
            case .database: SQLITE_FCNTL_FILE_POINTER
            case .log: SQLITE_FCNTL_JOURNAL_POINTER
            }
        }
    }

    /// Bytes at a time.
    ///
    /// SQLite's file layer takes fewer than 128 KiB in one write: `seekAndWriteFd` in its os_unix.c.
    private static let step = 1 << 16

    private let file: UnsafeMutablePointer<sqlite3_file>
    private let methods: sqlite3_io_methods

    /// A file of an open connection, for as long as that is open.
    ///
    /// - Throws: `DatabaseError` when it is not open, as the log before the connection has read for the first time.
    init(_ part: Part, of connection: OpaquePointer?) throws {
        var pointer: UnsafeMutablePointer<sqlite3_file>?
        try Self.check(sqlite3_file_control(connection, nil, part.pointer, &pointer))
        guard let pointer, let methods = pointer.pointee.pMethods?.pointee else {
            throw DatabaseError(resultCode: .SQLITE_CANTOPEN, message: "the \(part) is not open")
        }
        file = pointer
        self.methods = methods
    }

    /// Writes the file's bytes over themselves and syncs them, so that what can be read of it is on the disk.
    ///
    /// After a failed sync the last pages may be readable from memory and yet never reach the disk: the kernel reports a
    /// failure once, takes the pages for written, and the next sync says ok. Written again, they are new again. Source:
    /// "Can Applications Recover from fsync Failures?", Rebello et al., USENIX ATC 2020.
    ///
    /// - Throws: `DatabaseError` when it cannot be read, written or synced: the file holds what it held, as doubtful as it was.
    func rewrite() throws {
        var size: sqlite3_int64 = 0
        try Self.check(methods.xFileSize(file, &size))
        guard size > 0 else { return }
        var buffer = [UInt8](repeating: 0, count: Int(min(size, sqlite3_int64(Self.step))))
        var offset: sqlite3_int64 = 0
        while offset < size {
            let count = Int32(min(size - offset, sqlite3_int64(Self.step)))
            try Self.check(methods.xRead(file, &buffer, count, offset))
            try Self.check(methods.xWrite(file, &buffer, count, offset))
            offset += sqlite3_int64(count)
        }
        try sync()
    }

    /// Makes what the file holds, and its size, durable.
    ///
    /// - Throws: `DatabaseError` when it cannot be synced.
    func sync() throws {
        try Self.check(methods.xSync(file, SQLITE_SYNC_NORMAL))
    }

    private static func check(_ code: Int32) throws {
        guard code == SQLITE_OK else {
            throw DatabaseError(resultCode: ResultCode(rawValue: code), message: "a file of the store fails")
        }
    }
}
