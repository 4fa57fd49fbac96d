import Journal
import Messages

/// The position of the journal: what is in it, what has been pruned from it, and from where its levels are summed.
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
    /// The last row from before keys belonged to callers; 0 when there was none.
    var lastUnscopedEntry: Int
    /// The last row of the replicated log that is in the store; `nil` in one that follows no log.
    var logPosition: Int? = nil
    /// What tells that row from another at its place; empty when there is none, or nobody has said.
    var logChecksum: [UInt8] = []
    /// The keys that begin like the last one that was asked for; `nil` before one was.
    var frontier: KeyFrontier? = nil

    /// The last row of the replicated log with what tells it from another at its place.
    var appliedRow: AppliedRow? { logPosition.map { AppliedRow(position: $0, checksum: logChecksum) } }

    /// The position after a batch; refuses one that does not continue this one, or holds a number no store can hold.
    ///
    /// A gap written now would be found only at the next start, as damage, when nothing could fix it.
    ///
    /// - Parameter row: The row of the replicated log that holds the batch; `nil` in a store that follows no log.
    func end(of batch: JournalBatch, at row: Int? = nil) throws(StorageError) -> JournalPosition {
        var end = self
        end.logPosition = try logPosition(after: row)
        let (entries, events) = (batch.entries.span, batch.events.span)
        for index in entries.indices { try Self.advance(&end.lastEntry, to: entries[index].number, called: "entry") }
        for index in events.indices { try Self.advance(&end.lastSequence, to: events[index].sequence, called: "event") }
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

    /// The position after a row of the log, which must be the next one.
    func logPosition(after row: Int?) throws(StorageError) -> Int? {
        guard let logPosition else {
            guard row == nil else { throw StorageError(.failing, "the store follows no replicated log") }
            return nil
        }
        guard let row else {
            throw StorageError(.failing, "the store follows a replicated log, and is written with it")
        }
        guard row == logPosition + 1, StoredCount.range.contains(row) else {
            throw StorageError(.failing, "row \(row) of the log does not follow \(logPosition)")
        }
        return row
    }

    private static func advance(_ last: inout Int, to number: Int, called what: String) throws(StorageError) {
        guard number == last + 1 else { throw StorageError(.failing, "\(what) \(number) does not follow \(last)") }
        last = number
    }
}
