import CSQLite
import Glibc
import Platform

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
        var directory = configuration.directory
        // With a slash at the end, `lstat` would follow the very link it is asked about.
        while directory.count > 1, directory.hasSuffix("/") { directory.removeLast() }
        self.directory = directory
        name = configuration.service
        database = "\(directory)/\(configuration.service).sqlite"
        lock = "\(directory)/\(configuration.service).lock"
        draft = database + ".new"
    }

    /// Makes the directory if it is missing, and refuses one that somebody else controls.
    func prepareDirectory() throws(StorageError) {
        try Self.makeDirectory(directory)
        var status = stat()
        guard unsafe lstat(directory, &status) == 0 else {
            throw StorageError(errno: errno, doing: "cannot read \(directory)")
        }
        switch status.st_mode & S_IFMT {
        case S_IFDIR: break
        case S_IFLNK: throw StorageError(.foreign, "\(directory) is a link; name the directory itself")
        default: throw StorageError(.foreign, "\(directory) is not a directory")
        }
        guard status.st_uid == geteuid() else {
            throw StorageError(.foreign, "\(directory) belongs to user \(status.st_uid); use a directory of your own")
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
            // A new database beside an old log would have that log applied to it.
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

    /// The database's size in bytes; 0 when it cannot be told.
    var databaseSize: Int {
        var status = stat()
        return unsafe lstat(database, &status) == 0 ? Int(status.st_size) : 0
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
        var file = CSQLiteFile()
        guard let boot, let life, unsafe csqlite_identify(path, &file) else { return nil }
        let birth = "\(file.birth_seconds).\(file.birth_nanoseconds)"
        return "\(boot) \(file.mount) \(file.device):\(file.inode) \(birth) \(life)"
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
        // First: a start that finds the store does not look after them.
        try syncAncestors()
        guard unsafe Glibc.rename(draft, database) == 0 else {
            throw StorageError(errno: errno, doing: "cannot name \(database)")
        }
        // The name is an entry of the directory and becomes durable with it, not with the file.
        try Self.sync(directory)
    }

    /// Makes the directory itself durable, and those above it, some of which may be new too.
    ///
    /// All of them: after a start that was cut short, nobody knows which it had made.
    private func syncAncestors() throws(StorageError) {
        var path = directory[...]
        while let slash = path.lastIndex(of: "/") {
            path = path[..<slash]
            try Self.sync(path.isEmpty ? "/" : String(path), isOurs: false)
        }
        if !directory.hasPrefix("/") { try Self.sync(".", isOurs: false) }
    }

    private static func makeDirectory(_ path: String) throws(StorageError) {
        guard unsafe mkdir(path, 0o700) != 0, errno != EEXIST else { return }
        guard errno == ENOENT, let slash = path.lastIndex(of: "/"), slash != path.startIndex else {
            // On a read-only file system mkdir may say so even though the directory exists.
            guard unsafe access(path, F_OK) != 0 else { return }
            throw StorageError(errno: errno, doing: "cannot make the directory \(path)")
        }
        try makeDirectory(String(path[..<slash]))
        guard unsafe mkdir(path, 0o700) == 0 || errno == EEXIST else {
            throw StorageError(errno: errno, doing: "cannot make the directory \(path)")
        }
    }
}
