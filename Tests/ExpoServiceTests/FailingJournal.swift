import Journal
import Messages
import SQLiteJournal

/// A real journal whose commits fail when a test says so.
final class FailingJournal: Journal {
    /// How a commit ends when it does not simply succeed.
    enum Failure {
        /// Nothing of it is stored.
        case nothingStored
        /// It is stored all the same, and nobody knows.
        case storedUnnoticed
    }

    var failure: Failure?
    private let journal: SQLiteJournal

    init(_ journal: SQLiteJournal) {
        self.journal = journal
    }

    var epoch: String { journal.epoch }
    var lastEntry: Int { journal.lastEntry }
    var lastSequence: Int { journal.lastSequence }
    var firstSequence: Int { journal.firstSequence }
    var lastTime: Int { journal.lastTime }
    var lastUnscopedEntry: Int { journal.lastUnscopedEntry }

    func commit(_ batch: JournalBatch) throws(StorageError) {
        switch failure {
        case nil:
            try journal.commit(batch)
        case .nothingStored:
            throw StorageError(.full, "the disk is full")
        case .storedUnnoticed:
            try journal.commit(batch)
            throw StorageError(.commitUnknown, "the disk did not answer")
        }
    }

    func probe() throws(StorageError) { try journal.probe() }
    func loadLevels() throws(StorageError) -> [Level] { try journal.loadLevels() }
    func level(of item: String) throws(StorageError) -> Level? { try journal.level(of: item) }
    var wholeCheck: (any StoreCheck)? { journal.wholeCheck }
    func conclude(_ check: any StoreCheck) throws(StorageError) { try journal.conclude(check) }
    func storedReply(forKey key: String) throws(StorageError) -> StoredReply? { try journal.storedReply(forKey: key) }
    func entry(_ number: Int) throws(StorageError) -> JournalEntry? { try journal.entry(number) }
    func prune(now: Int) throws(StorageError) -> Bool { try journal.prune(now: now) }
    func close() { journal.close() }

    func readEvents(after sequence: Int, _ body: (ReplayedEvent) -> Bool) throws(StorageError) {
        try journal.readEvents(after: sequence, body)
    }

    func entries(of method: String, before number: Int?, limit: Int) throws(StorageError) -> [JournalEntry] {
        try journal.entries(of: method, before: number, limit: limit)
    }
}
