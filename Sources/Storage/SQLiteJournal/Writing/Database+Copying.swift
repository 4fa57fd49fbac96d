import GRDB

extension Database {
    /// Copies what the log holds into the database, as far as nobody reads what it would replace, and makes that durable.
    ///
    /// SQLite itself syncs the database only when it has copied the whole log, and does not tell: the frames it counts are
    /// those of its beginning. While commits go on that is when the writer copies the last pages, who would then wait
    /// until those of all passes before are on the disk. The layer below syncs each pass, where it is in use, and this sync
    /// tells whether that went well.
    ///
    /// - Returns: How far it came. After an error of the disk, pages that count as copied may not be on it.
    func copyLog() -> WriteAheadLog.Copied {
        do {
            let copied = try checkpoint(.passive).checkpointedFrameCount
            unsafe try OpenFile(databaseOf: sqliteConnection).sync()
            return .upTo(copied)
        } catch let error as DatabaseError where error.resultCode == .SQLITE_IOERR {
            return .doubtful
        } catch let error as DatabaseError where [.SQLITE_CORRUPT, .SQLITE_NOTADB].contains(error.resultCode) {
            // Trying it again would find the same.
            return .damaged(StorageError(error))
        } catch {
            return .failed
        }
    }
}
