import GRDB

extension SQLiteJournal {
    /// The most rows one call of ``prune(now:)`` deletes: about as long as one batch keeps the owner's thread.
    private static let bite = 1_000

    /// Deletes at most 1 000 of the oldest rows that neither the retained events nor young keys need.
    public func prune(now: Int) throws(StorageError) -> Int {
        let connection = try requireConnection()
        var end = position
        let oldestKey = now - configuration.keyRetention
        let oldestEvent = position.lastSequence - configuration.retainedEvents
        let candidates = try connection.read { database in
            try Row.fetchAll(
                database,
                sql: "SELECT number, sequence, time FROM journal WHERE number > ? ORDER BY number LIMIT ?",
                arguments: [position.prunedEntry, Self.bite]
            )
        }
        for row in candidates {
            let sequence: Int = row[1]
            // A row without events takes none with it, so only its key keeps it.
            guard sequence <= max(oldestEvent, end.prunedSequence), (row[2] as Int) < oldestKey else { break }
            end.prunedEntry = row[0]
            end.prunedSequence = sequence
        }
        guard end.prunedEntry > position.prunedEntry else { return 0 }
        end.baseEntry = max(end.baseEntry, end.prunedEntry)
        try writing(on: connection) { database, _ in
            try advanceBase(to: end, database)
            try database.execute(sql: "DELETE FROM journal WHERE number <= ?", arguments: [end.prunedEntry])
            guard var meta = try JournalMeta(database) else { throw files.damage("its description is incomplete") }
            meta.prunedEntry = end.prunedEntry
            meta.prunedSequence = end.prunedSequence
            if end.baseEntry > position.baseEntry {
                meta.baseEntry = end.baseEntry
                meta.baseSequence = end.prunedSequence
            }
            try meta.save(database)
        }
        let deleted = end.prunedEntry - position.prunedEntry
        position = end
        return deleted
    }

    /// Moves the changes of rows that go into the levels' base, so that the next start still can sum the rest.
    private func advanceBase(to end: JournalPosition, _ database: Database) throws {
        guard end.baseEntry > position.baseEntry else { return }
        let rows = try Row.fetchCursor(
            database,
            sql: "SELECT \(StoredEvents.columns) FROM journal WHERE number > ? AND number <= ? ORDER BY number",
            arguments: [position.baseEntry, end.baseEntry]
        )
        var changes: [String: (delta: Int, count: Int)] = [:]
        while let row = try rows.next() {
            _ = try events.forEachChange(in: StoredEvents(row)) { _, subject, delta in
                guard let delta else { return }
                changes[subject, default: (0, 0)].delta &+= delta
                changes[subject, default: (0, 0)].count += 1
            }
        }
        for (item, change) in changes {
            try database.execute(
                sql: """
                    UPDATE level SET base_quantity = base_quantity + ?, base_version = base_version + ? WHERE item = ?
                    """,
                arguments: [change.delta, change.count, item]
            )
        }
    }
}
