import GRDB

extension Database {
    /// Copies what the log holds into the database, as far as nobody reads what it would replace, and makes that durable.
    ///
    /// SQLite itself syncs the database only when it has copied the whole log, and does not tell: the frames it counts are
    /// those of its beginning. While commits go on that is when the writer copies the last pages, who would then wait
    /// until those of all passes before are on the disk.
    ///
    /// - Returns: How many frames the log has, and how many of them have been copied.
    /// - Throws: `DatabaseError`. After one of the disk, `SQLITE_IOERR`, pages that count as copied may not be on it.
    func copyLog() throws -> (frames: Int, copied: Int) {
        let (frames, copied) = try checkpoint(.passive)
        try OpenFile(.database, of: sqliteConnection).sync()
        return (frames, copied)
    }
}
