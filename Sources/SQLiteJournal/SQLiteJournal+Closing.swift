import Journal
import Platform
import SQLite

extension SQLiteJournal {
    /// Closes the store, copies its log into the database and removes it, and then gives the lock back.
    package func close() {
        guard !isClosed else { return }
        isClosed = true
        // Its connection would keep the log from being removed.
        snapshots.stop()
        pageCheck?.stop()
        // A store that was only read is still marked, and so closes without writing. One that was not looked at as a
        // whole gets no mark, so the next start does that first.
        connection?.close(finishing: isMarkedClean || pageCheck != nil ? nil : finish)
        connection = nil
        // Last: the next holder may open the files as soon as the lock is gone.
        lock.release()
    }

    /// Marks the store as closed in an orderly way, with little left to sum at the next start and the age of its rows
    /// as last looked at.
    ///
    /// The mark is written into the log, and counts only once the log has been copied into the database and removed. A
    /// failure on the way, or a loss of power, leaves a store without a mark or with a log; either is checked as a whole.
    private func finish(_ database: Database) throws(StorageError) {
        let base = position.lastEntry - CheckScope.rowsToSum
        if base > position.prunedEntry, base != position.baseEntry { try moveBase(to: base, database) }
        try ages?.save(database)
        try JournalMeta.setCleanMark(database)
    }

    /// Moves the levels' base to a row, forward or back, by taking the changes of all later rows from the present levels.
    private func moveBase(to number: Int, _ database: Database) throws(StorageError) {
        var meta = try JournalMeta(database)
        let query = "SELECT sequence FROM journal WHERE number = ?1"
        let sequence = try database.first(query, [.integer(number)]) { (row) throws(StorageError) in
            try row.count(at: 0, "the sequence of row \(number)")
        }
        guard let sequence else { throw StorageError(.corrupt, "row \(number) is missing") }
        meta.baseEntry = number
        meta.baseSequence = sequence
        try LevelChanges.moveBaseToPresent(database)
        try events.sumChanges(after: number, upTo: position.lastEntry, database).moveBase(forward: false, database)
        try meta.save(database)
    }
}
