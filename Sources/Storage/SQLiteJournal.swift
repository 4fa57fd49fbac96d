/// A journal in one SQLite database that one process has to itself.
///
/// ## Durability
/// The store keeps a write-ahead log and syncs it in every commit (`synchronous = FULL`, read back when it is opened), so
/// what ``commit(_:)`` has accepted survives a loss of power. The log is copied into the database by another thread.
///
/// ## Opening
/// A store is checked before it is used: its structure, that no row is missing, and that the changes recorded since the
/// last start add up to the levels. One that fails is refused as `corrupt` and left as it is.
///
/// - Important: Use it from one thread, and ``close()`` it there.
public final class SQLiteJournal: Journal {
    /// The name of this life of the stream, made when the store was created.
    public internal(set) var epoch: String

    let configuration: SQLiteJournalConfiguration
    let files: StoreFiles
    let lock: ProcessLock
    /// `nil` after a commit with an unknown outcome, and after closing.
    var connection: JournalConnection?
    var position: JournalPosition
    var isClosed = false
    var events = EventsColumn()
    var buffer = RowBuffer()

    /// Opens the store, or creates it when there is none.
    ///
    /// - Throws: ``StorageError`` with `locked` when another process has the store, `corrupt`, `foreign`, `readOnly`,
    ///   `full` or `failing`; nothing stays open or locked then.
    public init(opening configuration: SQLiteJournalConfiguration) throws(StorageError) {
        let files = StoreFiles(configuration)
        try files.prepareDirectory()
        let lock = try ProcessLock(path: files.lock, owner: "\(configuration.service)-service")
        // From here on an error gives the lock back by releasing the last reference to it.
        if try !files.hasDatabase() { try JournalCreation.create(files, configuration) }
        let opened = try Self.open(files, configuration)
        self.configuration = configuration
        self.files = files
        self.lock = lock
        epoch = opened.epoch
        connection = opened.connection
        position = opened.position
    }

    deinit { close() }

    /// The number of the newest row; 0 when there has never been one.
    public var lastEntry: Int { position.lastEntry }
    /// The newest event; 0 when there has never been one.
    public var lastSequence: Int { position.lastSequence }
    /// The oldest event that can still be replayed; `lastSequence + 1` when there is none.
    public var firstSequence: Int { position.prunedSequence + 1 }

    /// Closes the store, empties its log into the database, and then gives the lock back.
    public func close() {
        guard !isClosed else { return }
        isClosed = true
        connection?.close()
        connection = nil
        // Last: the next holder may open the files as soon as the lock is gone.
        lock.release()
    }

    /// The open connection, or why there is none.
    func requireConnection() throws(StorageError) -> JournalConnection {
        if let connection { return connection }
        guard isClosed else {
            throw StorageError(
                .unavailable,
                "the outcome of the last commit is not known; the store must be probed and the state loaded anew"
            )
        }
        throw StorageError(.unavailable, "the store is closed")
    }

    /// Opens an existing store, checks it, and brings its schema and its base up to date.
    static func open(
        _ files: StoreFiles,
        _ configuration: SQLiteJournalConfiguration
    ) throws(StorageError) -> (connection: JournalConnection, epoch: String, position: JournalPosition) {
        try StructureCheck.run(files, service: configuration.service)
        let connection = try JournalConnection(
            path: files.database,
            checkpointPages: configuration.checkpointPages
        )
        do throws(StorageError) {
            // After a failed sync the log's last pages may be readable from memory and yet not be on the disk, and
            // syncing them again proves nothing (the kernel reports a failure once). Copied, they are written again.
            try connection.emptyLog()
            try connection.migrate()
            try connection.prepareStatements()
            let (meta, position) = try connection.transaction { database, _ in
                try JournalCreation.addMissingLevels(configuration.initialLevels, database)
                return try JournalCheck(database, files).run()
            }
            return (connection, meta.epoch, position)
        } catch {
            connection.close()
            throw error
        }
    }
}
