import GRDB

/// Checks at start that the journal is whole and that its rows add up to the levels.
struct JournalCheck {
    private let database: Database
    private let files: StoreFiles
    private let events = EventsColumn()

    init(_ database: Database, _ files: StoreFiles) {
        self.database = database
        self.files = files
    }

    /// Checks everything since the last start and makes that the base of the next check, in the caller's transaction.
    func run() throws -> (meta: JournalMeta, position: JournalPosition) {
        guard var meta = try JournalMeta(database) else { throw files.damage("its description is incomplete") }
        var position = try extent(meta)
        position.lastSequence = try sum(meta, position)
        if meta.baseEntry != position.lastEntry {
            try database.execute(sql: "UPDATE level SET base_quantity = quantity, base_version = version")
            meta.baseEntry = position.lastEntry
            meta.baseSequence = position.lastSequence
            try meta.save(database)
            position.baseEntry = meta.baseEntry
        }
        return (meta, position)
    }

    /// Finds the first and last row, and holes between them.
    private func extent(_ meta: JournalMeta) throws -> JournalPosition {
        let row = try Row.fetchOne(database, sql: "SELECT count(*), min(number), max(number) FROM journal")
        let count: Int = row?[0] ?? 0
        let first: Int = row?[1] ?? meta.prunedEntry + 1
        let last: Int = row?[2] ?? meta.prunedEntry
        guard first == meta.prunedEntry + 1 else {
            throw files.damage("the journal starts with row \(first) instead of \(meta.prunedEntry + 1)")
        }
        guard count == last - first + 1 else {
            throw files.damage("\(last - first + 1 - count) rows are missing between \(first) and \(last)")
        }
        guard meta.baseEntry >= meta.prunedEntry, meta.baseEntry <= last else {
            throw files.damage("the journal ends with row \(last), but row \(meta.baseEntry) has been there")
        }
        if count > 0, let oldest = try stored(first) {
            let before = try oldest.sequence - eventCount(of: oldest)
            guard before == meta.prunedSequence else {
                throw files.damage("row \(first) starts after event \(before) instead of \(meta.prunedSequence)")
            }
        }
        let baseSequence = try stored(meta.baseEntry)?.sequence ?? meta.prunedSequence
        guard baseSequence == meta.baseSequence else {
            throw files.damage("row \(meta.baseEntry) ends with event \(baseSequence) instead of \(meta.baseSequence)")
        }
        return JournalPosition(
            lastEntry: last,
            lastSequence: 0,
            prunedEntry: meta.prunedEntry,
            prunedSequence: meta.prunedSequence,
            baseEntry: meta.baseEntry
        )
    }

    /// Adds up what has changed since the base and compares it with the levels.
    ///
    /// - Returns: The last event's sequence.
    private func sum(_ meta: JournalMeta, _ position: JournalPosition) throws -> Int {
        var sums: [String: LevelSum] = [:]
        let query = "SELECT item, quantity, version, sequence, base_quantity, base_version FROM level"
        for row in try Row.fetchAll(database, sql: query) {
            let level = Level(item: row[0], quantity: row[1], version: row[2], sequence: row[3])
            sums[level.item] = LevelSum(level: level, baseQuantity: row[4], baseVersion: row[5])
        }
        var last = meta.baseSequence
        let rows = try Row.fetchCursor(
            database,
            sql: "SELECT \(StoredEvents.columns) FROM journal WHERE number > ? ORDER BY number",
            arguments: [meta.baseEntry]
        )
        while let row = try rows.next() {
            let stored = try StoredEvents(row)
            let end = try last + addChanges(of: stored, to: &sums)
            guard stored.sequence == end else {
                throw files.damage("row \(stored.number) ends with event \(stored.sequence) instead of \(end)")
            }
            last = end
        }
        for sum in sums.values {
            if let finding = sum.finding(since: meta.baseSequence) { throw files.damage(finding) }
        }
        return last
    }

    /// - Returns: How many events the row has.
    private func addChanges(of stored: StoredEvents, to sums: inout [String: LevelSum]) throws -> Int {
        do throws(StorageError) {
            return try events.forEachChange(in: stored) { (sequence, subject, delta) throws(StorageError) in
                guard sums[subject]?.add(sequence: sequence, delta: delta) == nil, delta != nil else { return }
                throw StorageError(.corrupt, "row \(stored.number) changes \(subject), which has no level")
            }
        } catch {
            throw files.damage(error.message)
        }
    }

    private func eventCount(of stored: StoredEvents) throws -> Int {
        do throws(StorageError) {
            return try events.forEachChange(in: stored) { _, _, _ in }
        } catch {
            throw files.damage(error.message)
        }
    }

    private func stored(_ number: Int) throws -> StoredEvents? {
        let query = "SELECT \(StoredEvents.columns) FROM journal WHERE number = ?"
        return try Row.fetchOne(database, sql: query, arguments: [number]).map { try StoredEvents($0) }
    }
}
