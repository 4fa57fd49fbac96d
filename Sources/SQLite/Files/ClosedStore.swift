import CSQLite
package import Journal

/// Work on the files of a store that nobody has open.
///
/// They are opened through SQLite's layer over the system's files, which knows the locks of the whole process: a file that is
/// closed by anybody else takes all of them with it (fcntl(2)).
package enum ClosedStore {
    /// How long to wait between two looks whether others have closed it, in milliseconds.
    private static let pause: Int32 = 20

    /// Writes the log over itself and syncs it, so that what can be read of it is on the disk.
    ///
    /// Before SQLite reads it. After a failed sync the last pages may be readable from memory and yet never reach the disk,
    /// and the kernel, which takes them for written, may drop them from memory at any time: what SQLite has read by then it
    /// would copy as committed, although it is nowhere any more. So the kernel is asked to drop them, from the database as
    /// well. Read once and written again, the log is what it then says, also where the kernel has kept some.
    ///
    /// - Parameters:
    ///   - path: The database, which must exist.
    ///   - timeout: How long to wait, in milliseconds, for others who have the store open, such as a backup.
    /// - Throws: ``StorageError``: `locked` when they still have; else what keeps it from being read, written or synced: the
    ///   log holds what it held, as doubtful as it was.
    package static func rewriteLog(of path: String, timeout: Int32) throws(StorageError) {
        guard let name = unsafe sqlite3_create_filename(path, path + "-journal", path + "-wal", 0, nil) else {
            throw StorageError(SQLITE_NOMEM, "there is no memory for a name")
        }
        defer { unsafe sqlite3_free_filename(name) }
        do throws(StorageError) {
            unsafe try withFile(name, kind: SQLITE_OPEN_MAIN_DB) { (database) throws(StorageError) in
                // A writer would write next to it, and a reader has read the log before.
                try lock(database, timeout: timeout)
                // What has failed to reach it is still in the log, and is copied again.
                database.forgetPages()
                unsafe try withFile(sqlite3_filename_wal(name), kind: SQLITE_OPEN_WAL) { (log) throws(StorageError) in
                    log.forgetPages()
                    try log.rewrite()
                }
            }
        } catch {
            throw error.inUseIfBusy
        }
    }

    /// Closing the file gives its lock back.
    private static func withFile(
        _ name: UnsafePointer<CChar>?,
        kind: Int32,
        body: (OpenFile) throws(StorageError) -> Void
    ) throws(StorageError) {
        guard let layer = unsafe sqlite3_vfs_find(nil) else {
            throw StorageError(SQLITE_ERROR, "SQLite has no file layer")
        }
        let size = unsafe Int(layer.pointee.szOsFile)
        let memory = UnsafeMutableRawPointer.allocate(byteCount: size, alignment: MemoryLayout<Int>.alignment)
        defer { unsafe memory.deallocate() }
        unsafe memory.initializeMemory(as: UInt8.self, repeating: 0, count: size)
        let file = unsafe memory.assumingMemoryBound(to: sqlite3_file.self)
        var flags: Int32 = 0
        let result = unsafe layer.pointee.xOpen(layer, name, file, kind | SQLITE_OPEN_READWRITE, &flags)
        // A file that was opened in part has its methods as well.
        defer { _ = unsafe file.pointee.pMethods?.pointee.xClose(file) }
        guard result == SQLITE_OK, let open = unsafe OpenFile(file) else {
            throw StorageError(result, "a file of the store cannot be opened")
        }
        guard flags & SQLITE_OPEN_READONLY == 0 else {
            throw StorageError(SQLITE_READONLY, "a file of the store cannot be written")
        }
        try body(open)
    }

    private static func lock(_ database: OpenFile, timeout: Int32) throws(StorageError) {
        var waited: Int32 = 0
        while try !database.lockExclusively() {
            guard waited < timeout else { throw StorageError(SQLITE_BUSY, "the store is in use") }
            sqlite3_sleep(pause)
            waited += pause
        }
    }
}
