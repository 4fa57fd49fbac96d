import Glibc
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
    /// No row has a key above this one, by the bytes of their UTF-8; empty when no row has a key, `nil` before it
    /// was looked for.
    ///
    /// Clients make keys that begin with the time (RFC 9562, version 7), so most new ones need not be looked for.
    var greatestKey: String? = nil

    /// Whether a row may have this key.
    func mayHave(_ key: String) -> Bool {
        greatestKey.map { !Self.isOrdered($0, key) } ?? true
    }

    /// Whether a text comes before another as SQLite orders them: by bytes, where Swift's order is of another kind.
    private static func isOrdered(_ first: String, _ second: String) -> Bool {
        var (first, second) = (first, second)
        return first.withUTF8 { first in
            second.withUTF8 { second in
                guard let start = first.baseAddress, let other = second.baseAddress else {
                    return first.count < second.count
                }
                let order = memcmp(start, other, min(first.count, second.count))
                return order == 0 ? first.count < second.count : order < 0
            }
        }
    }

    /// The position after a batch; refuses one that does not continue this one, or holds a number no store can hold.
    ///
    /// A gap written now would be found only at the next start, as damage, when nothing could mend it.
    func end(of batch: JournalBatch) throws(StorageError) -> JournalPosition {
        var end = self
        for entry in batch.entries {
            end.lastEntry += 1
            end.lastTime = batch.time
            if let key = entry.key, !end.mayHave(key) { end.greatestKey = key }
            guard entry.number == end.lastEntry else {
                throw StorageError(.failing, "entry \(entry.number) does not follow \(end.lastEntry - 1)")
            }
            for event in entry.events {
                end.lastSequence += 1
                guard event.sequence == end.lastSequence else {
                    throw StorageError(.failing, "event \(event.sequence) does not follow \(end.lastSequence - 1)")
                }
                // These are stored once per row, so an event that differs would come back changed.
                guard event.time == batch.time, event.causationID == entry.causationID,
                    event.traceparent == entry.traceparent
                else { throw StorageError(.failing, "event \(event.sequence) differs from its entry") }
            }
        }
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
}
