package import Journal
package import Platform
import SQLite

/// A journal in one SQLite database that one process has to itself.
///
/// ## Durability
/// The store keeps a write-ahead log and syncs it in every commit (`synchronous = FULL`, read back when it is opened), so
/// what ``commit(_:)`` has accepted survives a loss of power. The log is copied into the database by another thread. Only a
/// store whose truth is a replicated log may do without these syncs: see ``CommitSync``.
///
/// ## Opening
/// A store is checked before it is used. One that fails is refused as `corrupt` and left as it is. How much is checked
/// depends on how it was left:
///
/// - Always: that it is a store of this service and no newer version; its description; the first and the last row; that
///   the rows since the levels' base are there one by one and that their changes add up from base to level; the other
///   levels too, while there are at most 10 000.
/// - As a whole: also the structure of every page, that no row is missing, and the rules of the service's own tables. This
///   takes as long as reading the file. It is done before the store is used, unless that has more than 32 MiB and one of
///   its two marks.
///
/// ``close()`` marks a store as *clean*; that counts while nothing is in its log and it has the size it was closed with. In
/// such a store damage to a row before the base, or to an index, is found when it is read: that call throws `corrupt`.
///
/// A store in use is marked as *sound*, with the boot of the machine, its file and its lock file, once it has been checked
/// as a whole or was opened clean. The end of a process tears no file while the kernel lives, so after a crash of the
/// service such a store is used at once, and ``wholeCheck`` looks at it as a whole meanwhile, on another thread. After a
/// loss of power, in a copy, under another mount, or when a copy of an earlier life was put back into the file, the mark
/// does not count. It is taken away when the store is opened and comes back when that check has found nothing: a start
/// after one that was cut short, or that has found damage, checks first. So does one after the disk has failed, unless the
/// check that then begins has come to its end.
///
/// The base is moved to the last row when a store that was not closed is opened and whenever 20 000 rows have come since, and
/// to 10 000 rows before the last by ``close()``. So a start takes the same time however large the store is, unless it has
/// to check first.
///
/// - Important: Use it from one thread, and ``close()`` it there.
package final class SQLiteJournal: TableJournal {
    /// The name of this life of the stream, made when the store was created, or opened to start a new one.
    package internal(set) var epoch: String

    let configuration: SQLiteJournalConfiguration
    let files: StoreFiles
    package let lock: LockFile
    /// `nil` after a commit with an unknown outcome, after the copying of the log has failed, and after closing.
    var connection: JournalConnection?
    var position: JournalPosition
    /// What tells the rules by which the stream goes on from others; `nil` while no row of its log has said so.
    package internal(set) var definition: [UInt8]?
    var isClosed = false
    /// Whether the file says that it was closed in an orderly way; the first change takes that back.
    var isMarkedClean: Bool
    /// The service's own tables.
    package private(set) lazy var tables: any StoredTables = SQLiteTables(of: self)
    /// What reads them on other threads.
    package var tableReader: any TableReader { snapshots }
    let snapshots: SQLiteTableReader
    /// What still has to look at the store as a whole.
    package var wholeCheck: (any StoreCheck)? { pageCheck }
    var pageCheck: WholeCheck?
    /// What that has found, after which the store is not used any more.
    var damage: StorageError?
    /// How old the rows are; `nil` until that is asked for.
    var ages: RowAges?
    let events: EventsColumn
    var buffer = RowBuffer()

    /// Opens the store, or creates it when there is none.
    ///
    /// - Throws: ``StorageError`` with `locked` when another process has the store, `corrupt`, `foreign`, `readOnly`,
    ///   `full` or `failing`; nothing stays open or locked then.
    package init(opening configuration: SQLiteJournalConfiguration) throws(StorageError) {
        SQLiteLibrary.settings
        try SQLiteLibrary.requireVersion()
        try ReplicatedStream.check(configuration)
        var files = StoreFiles(configuration)
        try files.prepareDirectory()
        let lock = try files.takeLock()
        (files.life, files.leftLife) = (lock.stamp, lock.leftStamp)
        // From here on an error gives the lock back by releasing the last reference to it.
        let isNew = try !files.hasDatabase()
        if isNew {
            try JournalCreation.create(files, configuration: configuration)
        } else {
            // A start that was cut short may have named the store and got no further: without the name all would be lost.
            try StoreFiles.sync(files.directory)
        }
        let opened = try Self.open(
            files,
            configuration: configuration,
            startsNewEpoch: configuration.startsNewEpoch && !isNew,
            timeout: Self.startTimeout
        )
        self.configuration = configuration
        events = EventsColumn(configuration.balanceRule)
        self.files = files
        self.lock = lock
        snapshots = SQLiteTableReader(path: files.database)
        epoch = opened.epoch
        connection = opened.connection
        position = opened.position
        definition = opened.definition
        isMarkedClean = opened.isMarkedClean
        if opened.needsWholeCheck { pageCheck = WholeCheck(of: files, configuration) }
    }

    deinit { close() }

    /// How long a start waits for a backup to end, in milliseconds: less than those who wait for the start do.
    private static let startTimeout: Int32 = 20_000

    /// The number of the newest row; 0 when there has never been one.
    package var lastEntry: Int { position.lastEntry }
    /// The newest event; 0 when there has never been one.
    package var lastSequence: Int { position.lastSequence }
    /// The time of the newest row ever committed, in milliseconds since 1970-01-01 UTC; 0 when there has been none.
    package var lastTime: Int { position.lastTime }
    /// The oldest event that can still be replayed; `lastSequence + 1` when there is none.
    package var firstSequence: Int { position.prunedSequence + 1 }
    /// The last row from before keys belonged to callers; 0 when there is none.
    package var lastUnscopedEntry: Int { position.lastUnscopedEntry }

    /// What items begin with that are new to it.
    package var initialLevels: [Level] { configuration.initialLevels }

    package var size: StoreSize? { files.size }

    package func logHoldUps() -> Int { connection?.logHoldUps() ?? 0 }

    /// The open connection, or why there is none.
    func requireConnection() throws(StorageError) -> JournalConnection {
        if let connection { return connection }
        if let damage { throw damage }
        guard isClosed else {
            throw StorageError(
                .unavailable,
                "the disk has failed; the store must be probed and the state reloaded"
            )
        }
        throw StorageError(.unavailable, "the store is closed")
    }
}
