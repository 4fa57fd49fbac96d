package import Journal
package import Messages
import SQLiteJournal

/// What the store alone does.
extension ReplicatedJournal {
    package var epoch: String { store.epoch }
    package var lastEntry: Int { store.lastEntry }
    package var lastSequence: Int { store.lastSequence }
    package var lastTime: Int { store.lastTime }
    package var firstSequence: Int { store.firstSequence }
    package var lastUnscopedEntry: Int { store.lastUnscopedEntry }
    package var tables: any StoredTables { store.tables }
    package var tableReader: any TableReader { store.tableReader }
    package var wholeCheck: (any StoreCheck)? { store.wholeCheck }
    package func logHoldUps() -> Int { store.logHoldUps() }

    package func conclude(_ check: any StoreCheck) throws(StorageError) { try store.conclude(check) }
    /// With those that a row will add before the first write of this worker, where it may say so.
    package func loadLevels() throws(StorageError) -> [Level] {
        let stored = try store.loadLevels()
        let known = Set(stored.map(\.item))
        return stored + store.initialLevels.filter { !known.contains($0.item) }
    }
    package func level(of item: String) throws(StorageError) -> Level? { try store.level(of: item) }
    package func entry(_ number: Int) throws(StorageError) -> JournalEntry? { try store.entry(number) }
    package func prune(now: Int) throws(StorageError) -> Bool { try store.prune(now: now) }

    /// - Throws: Also while nobody knows what became of the last writes, one of which may have the key: whoever was told so would take a
    ///   refusal of the next sending for proof that none was done.
    package func storedReply(forKey key: String) throws(StorageError) -> StoredReply? {
        if let reply = try store.storedReply(forKey: key) { return reply }
        if let doubt = replicator.member.doubt { throw StorageError(.unavailable, doubt) }
        return nil
    }

    package func readEvents(after sequence: Int, _ body: (ReplayedEvent) -> Bool) throws(StorageError) {
        try store.readEvents(after: sequence, body)
    }

    package func entries(of method: String, before number: Int?, limit: Int) throws(StorageError) -> [JournalEntry] {
        try store.entries(of: method, before: number, limit: limit)
    }
}
