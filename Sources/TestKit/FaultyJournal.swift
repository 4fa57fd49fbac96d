public import Messages
public import Storage

/// A real journal whose commits fail when a test says so.
public final class FaultyJournal: Journal {
    /// How the next commits end; `nil` for the real thing.
    public var failure: StorageError?
    /// How look-ups of keys end; `nil` for the real thing.
    public var lookUpFailure: StorageError?
    /// Whether a failing commit is durable all the same, as after a lost fsync error.
    public var commitsBeforeFailing = false
    /// The last of the rows that shall pass for older than callers' own keys; `nil` for the real thing.
    public var unscopedEntry: Int?
    /// How many events were read.
    public private(set) var eventsRead = 0
    private let journal: SQLiteJournal

    /// Wraps a journal.
    public init(_ journal: SQLiteJournal) {
        self.journal = journal
    }

    /// The epoch of the real journal.
    public var epoch: String { journal.epoch }
    /// Its newest row.
    public var lastEntry: Int { journal.lastEntry }
    /// Its newest event.
    public var lastSequence: Int { journal.lastSequence }
    /// Its oldest event.
    public var firstSequence: Int { journal.firstSequence }
    /// The time of its newest row.
    public var lastTime: Int { journal.lastTime }
    /// Its last row from before keys belonged to callers.
    public var lastUnscopedEntry: Int { unscopedEntry ?? journal.lastUnscopedEntry }

    /// All levels.
    public func loadLevels() throws(StorageError) -> [Level] { try journal.loadLevels() }

    /// One level.
    public func level(of item: String) throws(StorageError) -> Level? { try journal.level(of: item) }

    /// The service's own tables.
    public var tables: StoredTables { journal.tables }

    /// What reads them on other threads.
    public var tableReader: TableReader { journal.tableReader }

    /// What still has to look at the whole store.
    public var wholeCheck: WholeCheck? { journal.wholeCheck }

    /// Acts on that.
    public func conclude(_ check: WholeCheck) throws(StorageError) { try journal.conclude(check) }

    /// What was answered to a key, or the look-up's failure.
    public func storedReply(forKey key: String) throws(StorageError) -> StoredReply? {
        if let lookUpFailure { throw lookUpFailure }
        return try journal.storedReply(forKey: key)
    }

    /// Commits, or fails as a test wants.
    public func commit(_ batch: JournalBatch) throws(StorageError) {
        guard let failure else { return try journal.commit(batch) }
        if commitsBeforeFailing { try journal.commit(batch) }
        throw failure
    }

    /// The past.
    public func readEvents(after sequence: Int, _ body: (ReplayedEvent) -> Bool) throws(StorageError) {
        try journal.readEvents(after: sequence) { event in
            eventsRead += 1
            return body(event)
        }
    }

    /// One row.
    public func entry(_ number: Int) throws(StorageError) -> JournalEntry? { try journal.entry(number) }

    /// Listed rows.
    public func entries(of method: String, before number: Int?, limit: Int) throws(StorageError) -> [JournalEntry] {
        try journal.entries(of: method, before: number, limit: limit)
    }

    /// Fails as commits do.
    public func probe() throws(StorageError) {
        if let failure { throw failure }
        try journal.probe()
    }

    /// Prunes, or fails as commits do.
    public func prune(now: Int) throws(StorageError) -> Bool {
        if let failure { throw failure }
        return try journal.prune(now: now)
    }

    /// Closes the journal.
    public func close() { journal.close() }
}
