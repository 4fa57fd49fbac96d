import Messages

/// Where the journal stands: what is in it, what has been pruned from it, and from where its levels are summed.
struct JournalPosition: Equatable {
    /// The newest row and event, and the row's time in milliseconds; the time stays when the row is pruned.
    var lastEntry: Int
    var lastSequence: Int
    var lastTime: Int
    /// The newest row and event that are gone.
    var prunedEntry: Int
    var prunedSequence: Int
    /// The row up to which the levels' base columns count.
    var baseEntry: Int
    /// The keys that begin like the last one that was asked for; `nil` before one was.
    var frontier: KeyFrontier? = nil

    /// The position after a batch; refuses one that does not continue this one, or holds a number no store can hold.
    ///
    /// A gap written now would be found only at the next start, as damage, when nothing could mend it.
    func end(of batch: JournalBatch) throws(StorageError) -> JournalPosition {
        var end = self
        for entry in batch.entries { try end.add(entry, at: batch.time) }
        guard StoredCount.range.contains(batch.time) else {
            throw StorageError(.failing, "the time \(batch.time) cannot be stored")
        }
        for level in batch.levels {
            guard StoredCount.range.contains(level.quantity), StoredCount.range.contains(level.version),
                level.sequence.map(StoredCount.range.contains) ?? true
            else { throw StorageError(.failing, "the level of \(level.item) cannot be stored") }
        }
        return end
    }

    private mutating func add(_ entry: PendingEntry, at time: Int) throws(StorageError) {
        lastEntry += 1
        lastTime = time
        if let key = entry.key { frontier?.add(key) }
        guard entry.number == lastEntry else {
            throw StorageError(.failing, "entry \(entry.number) does not follow \(lastEntry - 1)")
        }
        // Where they lie: a copy of an event counts references to everything in it.
        let records = entry.events
        let events = records.span
        for index in events.indices {
            lastSequence += 1
            let number = events[index].sequence
            guard number == lastSequence else {
                throw StorageError(.failing, "event \(number) does not follow \(lastSequence - 1)")
            }
            // These are stored once per row, so an event that differs would come back changed.
            guard events[index].time == time, events[index].causationID == entry.causationID,
                events[index].traceparent == entry.traceparent
            else { throw StorageError(.failing, "event \(number) differs from its entry") }
        }
    }
}
