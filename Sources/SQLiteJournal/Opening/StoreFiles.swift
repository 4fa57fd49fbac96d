import Glibc
import Journal
import Platform
import SQLite

/// The files of one store and the rules for their directory.
struct StoreFiles {
    let directory: String
    /// The service's short name.
    let name: String
    let database: String
    let lock: String
    /// Where a new store is built; it gets its real name only when it is complete.
    let draft: String
    var log: String { database + "-wal" }
    /// This life of the store, and the last one if it was not ended by the program; see ``LockFile``.
    var life: String?
    var leftLife: String?

    init(_ configuration: SQLiteJournalConfiguration) {
        directory = SecureDirectory.trimmed(configuration.directory)
        name = configuration.service
        database = "\(directory)/\(configuration.service).sqlite"
        lock = "\(directory)/\(configuration.service).lock"
        draft = database + ".new"
    }

    /// Makes the directory if it is missing, and refuses one that others control or may look into.
    func prepareDirectory() throws(StorageError) {
        // Made durable with everything above it when there is something in it: see ``publishDraft()``.
        _ = try StorageError.of { () throws(FileSystemError) in
            try SecureDirectory(creating: directory, called: "state directory", isDurable: false)
        }
    }

    /// Takes the store's lock.
    ///
    /// - Throws: ``StorageError`` with `locked` while another process has the store.
    func takeLock() throws(StorageError) -> LockFile {
        try StorageError.of { () throws(FileSystemError) in try LockFile(path: lock, owner: "\(name)-service") }
    }

    /// Whether there is a store; refuses what cannot be one.
    func hasDatabase() throws(StorageError) -> Bool {
        guard !isReplacing else {
            throw StorageError(.corrupt, "a restore of \(database) was cut short (\(replacing)): run the restore again")
        }
        var status = stat()
        guard unsafe lstat(database, &status) == 0 else {
            guard errno == ENOENT else { throw StorageError(errno: errno, doing: "cannot read \(database)") }
            // A new database next to an old log would have that log applied to it.
            guard unsafe access(log, F_OK) != 0 else { throw damage("it is missing, but its log \(log) is there") }
            return false
        }
        guard status.st_mode & S_IFMT == S_IFREG else {
            throw StorageError(.foreign, "\(database) is not a regular file")
        }
        // Stores get their name when they are complete, so an empty file was emptied by something else.
        guard status.st_size > 0 else { throw damage("the file is empty") }
        return true
    }

    /// Whether there is no log, or nothing in it; a log that cannot be looked at counts as one with something in it.
    var isLogEmpty: Bool {
        var status = stat()
        guard unsafe lstat(log, &status) == 0 else { return errno == ENOENT }
        return status.st_size == 0
    }

    /// The database's size in bytes; 0 when it is unknown.
    var databaseSize: Int {
        var status = stat()
        return unsafe lstat(database, &status) == 0 ? Int(status.st_size) : 0
    }

    /// How much room the files take, and how much is left next to them.
    var size: StoreSize {
        var status = stat()
        let logSize = unsafe lstat(log, &status) == 0 ? Int(status.st_size) : 0
        var disk = statvfs()
        let free =
            unsafe statvfs(directory, &disk) == 0 ? Int(clamping: disk.f_bavail) * Int(clamping: disk.f_frsize) : nil
        return StoreSize(database: databaseSize, log: logSize, free: free)
    }

    /// Names the database's file, as this boot of the machine and this life of the store know it; `nil` when that cannot
    /// be told.
    ///
    /// A copy has another name, and so has the file itself after the next boot or under another mount. What a copy has
    /// brought back into the same file names an earlier life.
    func identity(inBoot boot: String?) -> String? { Self.identity(of: database, inBoot: boot, life) }

    /// The name that the last life has left in the database, if this is still the same file.
    func leftIdentity(inBoot boot: String?) -> String? { Self.identity(of: database, inBoot: boot, leftLife) }

    private static func identity(of path: String, inBoot boot: String?, _ life: String?) -> String? {
        guard let boot, let life, let file = FileIdentity(of: path) else { return nil }
        return "\(boot) \(file) \(life)"
    }

    /// Gives damage that was found in the file the words for people; other errors stay as they are.
    func explained(_ error: StorageError, isInUse: Bool = false) -> StorageError {
        guard error.code == .corrupt else { return error }
        return damage(error.message, isInUse: isInUse, sqliteCode: error.sqliteCode)
    }

    /// Says what was found wrong and what to do about it.
    func damage(_ finding: String, isInUse: Bool = false, sqliteCode: Int32? = nil) -> StorageError {
        // A copy is older than what its followers have seen: under the old name of the stream they would take new
        // events for ones they know.
        let advice = """
            \(isInUse ? "Nothing more is written to it." : "Nothing was changed.") Restore a backup of the store with \
            --restore-from, or move \(database)* away to start anew.
            """
        return StorageError(.corrupt, "The store \(database) is damaged: \(finding). \(advice)", sqliteCode: sqliteCode)
    }

    /// Removes what a start that was cut short has left.
    func removeDraft() {
        for suffix in ["", "-journal", "-wal", "-shm"] { unsafe unlink(draft + suffix) }
    }

    /// Gives the complete store its name, durably.
    func publishDraft() throws(StorageError) {
        try StorageError.of { () throws(FileSystemError) in
            // First: a start that finds the store does not look after them.
            try DurableFile.syncAncestors(of: directory)
            try DurableFile.rename(draft, to: database)
        }
    }
}
