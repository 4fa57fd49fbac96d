package import Journal
import SQLite

extension SQLiteJournal {
    /// The most rows one call of ``prune(now:)`` deletes: about as long as one batch keeps the owner's thread.
    private static let chunk = 1_000

    /// Deletes at most 1 000 of the oldest rows that neither the retained events nor young keys need, and takes note of
    /// how old the others have become.
    package func prune(now: Int) throws(StorageError) -> Bool {
        let connection = try requireConnection()
        if self.ages == nil {
            self.ages = try connection.read { (database) throws(StorageError) in try JournalMeta(database).ages }
        }
        var ages = self.ages ?? RowAges()
        ages.advance(to: RowAges.Reading(boot: configuration.boot, milliseconds: now))
        let rows = position.prunedEntry + 1..<position.lastEntry + 1
        ages.mark(rows, retention: configuration.keyRetention)
        self.ages = ages
        let oldRow = ages.lastRow(asOldAs: configuration.keyRetention)
        let (end, time) = try connection.read { (database) throws(StorageError) in
            try endOfPruning(database, oldRow: oldRow)
        }
        let deleted = end.prunedEntry - position.prunedEntry
        guard deleted > 0 || ages.isDue(rows, retention: configuration.keyRetention) else { return false }
        try writing(on: connection) { (database, _) throws(StorageError) in
            try ages.save(database)
            if deleted > 0 { try delete(upTo: end, time: time, database) }
        }
        // Not there any more when the disk has failed after the commit.
        self.ages?.didSave()
        position = end
        return deleted == Self.chunk
    }

    /// - Parameter time: The time of the last row that goes.
    private func delete(upTo end: JournalPosition, time: Int, _ database: Database) throws(StorageError) {
        if end.baseEntry > position.baseEntry {
            // Moves the changes of rows that go into the base, so that the next start can still sum the rest.
            try events.sumChanges(after: position.baseEntry, upTo: end.baseEntry, database)
                .moveBase(forward: true, database)
        }
        try database.change("DELETE FROM journal WHERE number <= ?1", [.integer(end.prunedEntry)])
        var meta = try JournalMeta(database)
        meta.prunedEntry = end.prunedEntry
        meta.prunedSequence = end.prunedSequence
        meta.prunedTime = time
        if end.baseEntry > position.baseEntry {
            meta.baseEntry = end.baseEntry
            meta.baseSequence = end.prunedSequence
        }
        try meta.save(database)
    }

    /// The position after deleting what may go, and the time of the last row that goes.
    ///
    /// - Parameter oldRow: The last row whose key may be forgotten.
    private func endOfPruning(
        _ database: Database,
        oldRow: Int
    ) throws(StorageError) -> (JournalPosition, time: Int) {
        var end = position
        var prunedTime = 0
        let oldestEvent = position.lastSequence - configuration.retainedEvents
        // Row by row: most calls need to see one, that which must stay.
        try database.query(
            "SELECT number, sequence, time FROM journal WHERE number > ?1 ORDER BY number LIMIT ?2",
            [.integer(position.prunedEntry), .integer(Self.chunk)]
        ) { (row) throws(StorageError) in
            while try row.next() {
                let number = try row.count(at: 0, "the number of a row")
                let sequence = try row.count(at: 1, "the sequence of row \(number)")
                let time = try row.count(at: 2, "the time of row \(number)")
                guard number == end.prunedEntry + 1, sequence >= end.prunedSequence else {
                    throw StorageError(.corrupt, "row \(end.prunedEntry + 1) is missing or out of order")
                }
                // A row without events takes none with it, so only its key keeps it.
                guard sequence <= max(oldestEvent, end.prunedSequence), number <= oldRow else { break }
                end.prunedEntry = number
                end.prunedSequence = sequence
                prunedTime = time
            }
        }
        end.baseEntry = max(end.baseEntry, end.prunedEntry)
        return (end, prunedTime)
    }
}
