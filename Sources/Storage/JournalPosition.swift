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
        try end.add(batch.entries.span)
        try end.add(batch.events.span)
        end.lastTime = batch.entries.isEmpty ? lastTime : batch.time
        end.frontier?.add(keysOf: batch)
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

    private mutating func add(_ entries: Span<PendingEntry>) throws(StorageError) {
        for index in entries.indices {
            lastEntry += 1
            let number = entries[index].number
            guard number == lastEntry else {
                throw StorageError(.failing, "entry \(number) does not follow \(lastEntry - 1)")
            }
        }
    }

    private mutating func add(_ events: Span<PendingEvent>) throws(StorageError) {
        for index in events.indices {
            lastSequence += 1
            let number = events[index].sequence
            guard number == lastSequence else {
                throw StorageError(.failing, "event \(number) does not follow \(lastSequence - 1)")
            }
        }
    }
}
