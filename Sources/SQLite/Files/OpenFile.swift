import CSQLite
import CSQLiteFileLayer
import Journal

/// One file of an open store, where SQLite's own care for it does not go far enough.
@safe
struct OpenFile {
    /// Bytes at a time.
    ///
    /// SQLite's file layer takes fewer than 128 KiB in one write: `seekAndWriteFd` in its os_unix.c.
    private static let step = 1 << 16

    private let file: UnsafeMutablePointer<sqlite3_file>
    private let methods: sqlite3_io_methods

    /// The database of an open connection, for as long as that is open.
    init(databaseOf connection: OpaquePointer) throws(StorageError) {
        var pointer: UnsafeMutablePointer<sqlite3_file>?
        unsafe try Self.check(sqlite3_file_control(connection, nil, SQLITE_FCNTL_FILE_POINTER, &pointer))
        guard let pointer = unsafe pointer, let file = unsafe OpenFile(pointer) else {
            throw StorageError(SQLITE_CANTOPEN, "the database is not open")
        }
        self = file
    }

    /// A file, for as long as it is open; `nil` when it is not.
    init?(_ file: UnsafeMutablePointer<sqlite3_file>) {
        guard let methods = unsafe file.pointee.pMethods?.pointee else { return nil }
        unsafe self.file = file
        self.methods = methods
    }

    /// Makes the kernel forget what it holds of the file in memory, so that the next read is of the disk.
    ///
    /// After a failed sync the kernel takes the pages for written. To write them again is not enough on ext4: where the file
    /// had just grown, the block stays marked as one that was never written, and reads as zeros once the page has left
    /// memory, although every sync has said ok (Linux 6.18). A page that was read from the disk before marks it.
    func forgetPages() {
        // First what has not been tried, which would stay. Whatever fails is known by what can be read afterwards.
        _ = unsafe methods.xSync(file, SQLITE_SYNC_NORMAL)
        _ = unsafe csqlite_forget_pages(file)
    }

    /// Writes the file's bytes over themselves and syncs them, so that what can be read of it is on the disk.
    ///
    /// Syncing them is not enough: the kernel reports a failed sync once, takes the pages for written, and the next sync says
    /// ok. Written again, they are new again. Source: "Can Applications Recover from fsync Failures?", Rebello et al., USENIX
    /// ATC 2020.
    ///
    /// - Throws: ``StorageError`` when it cannot be read, written or synced: the file holds what it held, as doubtful as it was.
    func rewrite() throws(StorageError) {
        var size: sqlite3_int64 = 0
        unsafe try Self.check(methods.xFileSize(file, &size))
        guard size > 0 else { return }
        var buffer = [UInt8](repeating: 0, count: Int(min(size, sqlite3_int64(Self.step))))
        var offset: sqlite3_int64 = 0
        while offset < size {
            let count = Int32(min(size - offset, sqlite3_int64(Self.step)))
            unsafe try Self.check(methods.xRead(file, &buffer, count, offset))
            unsafe try Self.check(methods.xWrite(file, &buffer, count, offset))
            offset += sqlite3_int64(count)
        }
        try sync()
    }

    /// Makes what the file holds, and its size, durable.
    ///
    /// - Throws: ``StorageError`` when it cannot be synced.
    func sync() throws(StorageError) {
        unsafe try Self.check(methods.xSync(file, SQLITE_SYNC_NORMAL))
    }

    /// Takes the lock that nobody else may have, as SQLite does (https://www.sqlite.org/lockingv3.html); closing gives it back.
    ///
    /// - Returns: Whether it has it: not while someone else has the database open.
    /// - Throws: ``StorageError`` when it cannot be locked.
    func lockExclusively() throws(StorageError) -> Bool {
        for level in [SQLITE_LOCK_SHARED, SQLITE_LOCK_EXCLUSIVE] {
            let result = unsafe methods.xLock(file, level)
            if result == SQLITE_BUSY {
                // It may hold the lock that keeps new readers out.
                unsafe try Self.check(methods.xUnlock(file, SQLITE_LOCK_NONE))
                return false
            }
            try Self.check(result)
        }
        return true
    }

    private static func check(_ code: Int32) throws(StorageError) {
        guard code == SQLITE_OK else {
            throw StorageError(code, "a file of the store fails")
        }
    }
}
