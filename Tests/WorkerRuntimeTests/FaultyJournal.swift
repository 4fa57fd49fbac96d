import Messages
import Storage

/// A real journal whose commits fail when a test says so.
final class FaultyJournal: Journal {
    /// How the next commits end; `nil` for the real thing.
    var failure: StorageError?
    /// How look-ups of keys end; `nil` for the real thing.
    var lookUpFailure: StorageError?
    /// Whether a failing commit is durable all the same, as after a lost fsync error.
    var commitsBeforeFailing = false
    /// How many events were read.
    private(set) var eventsRead = 0
    private let journal: SQLiteJournal

    init(_ journal: SQLiteJournal) {
        self.journal = journal
    }

    var epoch: String { journal.epoch }
    var lastEntry: Int { journal.lastEntry }
    var lastSequence: Int { journal.lastSequence }
    var firstSequence: Int { journal.firstSequence }
    var lastTime: Int { journal.lastTime }

    func loadLevels() throws(StorageError) -> [Level] { try journal.loadLevels() }

    func level(of item: String) throws(StorageError) -> Level? { try journal.level(of: item) }

    var tables: StoredTables { journal.tables }

    func storedReply(forKey key: String) throws(StorageError) -> StoredReply? {
        if let lookUpFailure { throw lookUpFailure }
        return try journal.storedReply(forKey: key)
    }

    func commit(_ batch: JournalBatch) throws(StorageError) {
        guard let failure else { return try journal.commit(batch) }
        if commitsBeforeFailing { try journal.commit(batch) }
        throw failure
    }

    func events(after sequence: Int, limit: Int) throws(StorageError) -> [EventRecord] {
        let events = try journal.events(after: sequence, limit: limit)
        eventsRead += events.count
        return events
    }

    func entry(_ number: Int) throws(StorageError) -> JournalEntry? { try journal.entry(number) }

    func entries(of method: String, before number: Int?, limit: Int) throws(StorageError) -> [JournalEntry] {
        try journal.entries(of: method, before: number, limit: limit)
    }

    func probe() throws(StorageError) {
        if let failure { throw failure }
        try journal.probe()
    }

    func prune(now: Int) throws(StorageError) -> Bool {
        if let failure { throw failure }
        return try journal.prune(now: now)
    }

    func close() { journal.close() }
}
