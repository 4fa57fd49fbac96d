import GRDB

extension SQLiteJournal {
    /// The most rows one call of ``prune(now:)`` deletes: about as long as one batch keeps the owner's thread.
    private static let bite = 1_000

    /// Deletes at most 1 000 of the oldest rows that neither the retained events nor young keys need.
    public func prune(now: Int) throws(StorageError) -> Bool {
        let connection = try requireConnection()
        let (end, time) = try connection.read { try endOfPruning($0, now: now) }
        guard end.prunedEntry > position.prunedEntry else { return false }
        try writing(on: connection) { database, _ in
            if end.baseEntry > position.baseEntry {
                // Moves the changes of rows that go into the base, so that the next start can still sum the rest.
                try events.sumChanges(after: position.baseEntry, upTo: end.baseEntry, database)
                    .moveBase(forward: true, database)
            }
            try database.execute(sql: "DELETE FROM journal WHERE number <= ?", arguments: [end.prunedEntry])
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
        let deleted = end.prunedEntry - position.prunedEntry
        position = end
        return deleted == Self.bite
    }

    /// The position after deleting what may go, and the time of the last row that goes.
    private func endOfPruning(_ database: Database, now: Int) throws -> (JournalPosition, time: Int) {
        var end = position
        var prunedTime = 0
        let oldestKey = now - configuration.keyRetention
        let oldestEvent = position.lastSequence - configuration.retainedEvents
        // A cursor: most calls need to see one row, the one that must stay.
        let rows = try Row.fetchCursor(
            database,
            sql: "SELECT number, sequence, time FROM journal WHERE number > ? ORDER BY number LIMIT ?",
            arguments: [position.prunedEntry, Self.bite]
        )
        while let row = try rows.next() {
            let number = try row.count(at: 0, "the number of a row")
            let sequence = try row.count(at: 1, "the sequence of row \(number)")
            let time = try row.count(at: 2, "the time of row \(number)")
            guard number == end.prunedEntry + 1, sequence >= end.prunedSequence else {
                throw StorageError(.corrupt, "row \(end.prunedEntry + 1) is missing or out of order")
            }
            // A row without events takes none with it, so only its key keeps it.
            guard sequence <= max(oldestEvent, end.prunedSequence), time < oldestKey else { break }
            end.prunedEntry = number
            end.prunedSequence = sequence
            prunedTime = time
        }
        end.baseEntry = max(end.baseEntry, end.prunedEntry)
        return (end, prunedTime)
    }
}
