internal import Journal
internal import Messages
internal import SQLiteJournal

/// A service's journal with someone who watches: steps in which the process may die, and rows kept before they are
/// pruned.
final class WitnessJournal: TableJournal {
    let base: SQLiteJournal
    private let server: any ServerControl
    /// Called with the base before it deletes rows.
    private let willPrune: (SQLiteJournal) -> Void
    private let didPrune: () -> Void

    init(
        _ base: SQLiteJournal,
        of server: any ServerControl,
        willPrune: @escaping (SQLiteJournal) -> Void,
        didPrune: @escaping () -> Void
    ) {
        self.base = base
        self.server = server
        self.willPrune = willPrune
        self.didPrune = didPrune
    }

    var epoch: String { base.epoch }
    var lastEntry: Int { base.lastEntry }
    var lastSequence: Int { base.lastSequence }
    var lastTime: Int { base.lastTime }
    var firstSequence: Int { base.firstSequence }
    var lastUnscopedEntry: Int { base.lastUnscopedEntry }

    var tables: any StoredTables { base.tables }
    var tableReader: any TableReader { base.tableReader }

    var wholeCheck: (any StoreCheck)? { base.wholeCheck }

    func conclude(_ check: any StoreCheck) throws(StorageError) {
        server.step()
        try base.conclude(check)
    }

    func level(of item: String) throws(StorageError) -> Level? { try base.level(of: item) }

    func loadLevels() throws(StorageError) -> [Level] { try base.loadLevels() }

    func storedReply(forKey key: String) throws(StorageError) -> StoredReply? { try base.storedReply(forKey: key) }

    func commit(_ batch: JournalBatch) throws(StorageError) {
        server.step()
        try base.commit(batch)
        server.step()
    }

    func readEvents(after sequence: Int, _ body: (ReplayedEvent) -> Bool) throws(StorageError) {
        server.step()
        try base.readEvents(after: sequence, body)
    }

    func entry(_ number: Int) throws(StorageError) -> JournalEntry? { try base.entry(number) }

    func entries(of method: String, before number: Int?, limit: Int) throws(StorageError) -> [JournalEntry] {
        try base.entries(of: method, before: number, limit: limit)
    }

    func probe() throws(StorageError) {
        server.step()
        try base.probe()
    }

    func prune(now: Int) throws(StorageError) -> Bool {
        willPrune(base)
        let first = base.firstSequence
        defer { if base.firstSequence > first { didPrune() } }
        return try base.prune(now: now)
    }

    func close() { base.close() }
}
