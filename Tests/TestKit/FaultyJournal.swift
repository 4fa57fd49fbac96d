package import Journal
package import Messages
package import SQLiteJournal

/// A real journal whose commits fail when a test says so.
package final class FaultyJournal: TableJournal {
    /// How the next commits end; `nil` for the real thing.
    package var failure: StorageError?
    /// How look-ups of keys end; `nil` for the real thing.
    package var lookUpFailure: StorageError?
    /// Whether a failing commit is durable all the same, as after a lost fsync error.
    package var commitsBeforeFailing = false
    /// The last of the rows that shall pass for older than callers' own keys; `nil` for the real thing.
    package var unscopedEntry: Int?
    /// A part in a stream that is shared; `nil` for the real thing, which has none.
    package var membership: (any StreamMembership)?
    /// The rows of the log of a replicated store, in order.
    package private(set) var log: [[UInt8]] = []
    /// How many events were read.
    package private(set) var eventsRead = 0
    private let journal: SQLiteJournal

    /// Wraps a journal.
    package init(_ journal: SQLiteJournal) {
        self.journal = journal
    }

    /// The epoch of the real journal.
    package var epoch: String { journal.epoch }
    /// Its newest row.
    package var lastEntry: Int { journal.lastEntry }
    /// Its newest event.
    package var lastSequence: Int { journal.lastSequence }
    /// Its oldest event.
    package var firstSequence: Int { journal.firstSequence }
    /// The time of its newest row.
    package var lastTime: Int { journal.lastTime }
    /// Its last row from before keys belonged to callers.
    package var lastUnscopedEntry: Int { unscopedEntry ?? journal.lastUnscopedEntry }

    /// All levels.
    package func loadLevels() throws(StorageError) -> [Level] { try journal.loadLevels() }

    /// One level.
    package func level(of item: String) throws(StorageError) -> Level? { try journal.level(of: item) }

    /// The service's own tables.
    package var tables: any StoredTables { journal.tables }

    /// What reads them on other threads.
    package var tableReader: any TableReader { journal.tableReader }

    /// What still has to look at the whole store.
    package var wholeCheck: (any StoreCheck)? { journal.wholeCheck }

    /// How many times in a row somebody has held back its log.
    package func logHoldUps() -> Int { holdUps ?? journal.logHoldUps() }
    /// What it says instead of that.
    package var holdUps: Int?

    /// Acts on that.
    package func conclude(_ check: any StoreCheck) throws(StorageError) { try journal.conclude(check) }

    /// What was answered to a key, or the look-up's failure.
    package func storedReply(forKey key: String) throws(StorageError) -> StoredReply? {
        if let lookUpFailure { throw lookUpFailure }
        return try journal.storedReply(forKey: key)
    }

    /// Commits, or fails as a test wants.
    package func commit(_ batch: JournalBatch) throws(StorageError) {
        guard let failure else { return try commitReally(batch) }
        if commitsBeforeFailing { try commitReally(batch) }
        throw failure
    }

    private func commitReally(_ batch: JournalBatch) throws(StorageError) {
        guard let position = journal.logPosition else { return try journal.commit(batch) }
        log.append(try journal.row(of: batch))
        try journal.commit(batch, at: position + 1)
    }

    /// The past.
    package func readEvents(after sequence: Int, _ body: (ReplayedEvent) -> Bool) throws(StorageError) {
        try journal.readEvents(after: sequence) { event in
            eventsRead += 1
            return body(event)
        }
    }

    /// One row.
    package func entry(_ number: Int) throws(StorageError) -> JournalEntry? { try journal.entry(number) }

    /// Listed rows.
    package func entries(of method: String, before number: Int?, limit: Int) throws(StorageError) -> [JournalEntry] {
        try journal.entries(of: method, before: number, limit: limit)
    }

    /// Fails as commits do.
    package func probe() throws(StorageError) {
        if let failure { throw failure }
        try journal.probe()
    }

    /// Prunes, or fails as commits do.
    package func prune(now: Int) throws(StorageError) -> Bool {
        if let failure { throw failure }
        return try journal.prune(now: now)
    }

    /// Closes the journal.
    package func close() { journal.close() }
}
