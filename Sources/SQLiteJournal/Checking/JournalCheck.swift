import Journal
import SQLite

/// Checks before a store is used that its rows are there and add up to the levels; writes nothing.
struct JournalCheck {
    private let database: Database
    private let scope: CheckScope
    private let tables: TableSchema
    private let events: EventsColumn

    init(_ database: Database, scope: CheckScope, configuration: SQLiteJournalConfiguration) {
        self.database = database
        self.scope = scope
        tables = configuration.tables
        events = EventsColumn(configuration.balanceRule)
    }

    /// Checks the description, the first and last row, and everything since the levels' base.
    ///
    /// - Throws: What was found, as a ``StorageError`` with `corrupt`.
    func run() throws(StorageError) -> (meta: JournalMeta, position: JournalPosition) {
        let meta = try JournalMeta(database)
        var position = try extent(meta)
        position.lastSequence = try sum(from: meta, upTo: position)
        if scope == .whole { try checkRules() }
        return (meta, position)
    }

    /// Finds the first and last row; on a whole check also holes between them.
    private func extent(_ meta: JournalMeta) throws(StorageError) -> JournalPosition {
        // Two searches, each to one end of the table. Asked for in one, SQLite reads all rows.
        let query = "SELECT (SELECT min(number) FROM journal), (SELECT max(number) FROM journal)"
        let ends = try database.first(query) { (row) throws(StorageError) in
            try (
                row.countIfPresent(at: 0, "the number of the first row"),
                row.countIfPresent(at: 1, "the number of the last row")
            )
        }
        let first = ends?.0 ?? meta.prunedEntry + 1
        let last = ends?.1 ?? meta.prunedEntry
        guard first == meta.prunedEntry + 1 else {
            throw damage("the journal starts with row \(first) instead of \(meta.prunedEntry + 1)")
        }
        if scope == .whole {
            let count = try database.integer("SELECT count(*) FROM journal") ?? 0
            guard count == last - meta.prunedEntry else {
                throw damage("\(last - meta.prunedEntry - count) rows are missing between \(first) and \(last)")
            }
        }
        guard meta.baseEntry >= meta.prunedEntry, meta.baseEntry <= last else {
            throw damage("the journal ends with row \(last), but row \(meta.baseEntry) has been there")
        }
        // Rows to come would be taken for old.
        guard meta.ages.marks.last?.row ?? 0 <= last else {
            throw damage("the journal ends with row \(last), but the age of a later one is known")
        }
        if last > meta.prunedEntry {
            let oldest = try stored(first)
            let before = try oldest.sequence - events.forEachChange(in: oldest) { _, _, _ in }
            guard before == meta.prunedSequence else {
                throw damage("row \(first) starts after event \(before) instead of \(meta.prunedSequence)")
            }
        }
        let baseSequence =
            meta.baseEntry == meta.prunedEntry ? meta.prunedSequence : try stored(meta.baseEntry).sequence
        guard baseSequence == meta.baseSequence else {
            throw damage("row \(meta.baseEntry) ends with event \(baseSequence) instead of \(meta.baseSequence)")
        }
        return JournalPosition(
            lastEntry: last,
            lastSequence: 0,
            lastTime: last == meta.prunedEntry ? meta.prunedTime : try time(of: last),
            prunedEntry: meta.prunedEntry,
            prunedSequence: meta.prunedSequence,
            baseEntry: meta.baseEntry,
            lastUnscopedEntry: meta.unscopedEntry,
            logPosition: meta.logPosition,
            logChecksum: meta.logChecksum
        )
    }

    /// Adds up what has changed since the base, row by row without a hole, and compares it with the levels.
    ///
    /// - Returns: The last event's sequence.
    private func sum(from meta: JournalMeta, upTo position: JournalPosition) throws(StorageError) -> Int {
        var sums: [String: LevelSum?] = [:]
        var number = meta.baseEntry
        var last = meta.baseSequence
        try database.query(
            "SELECT \(StoredEvents.columns) FROM journal WHERE number > ?1 ORDER BY number",
            [.integer(meta.baseEntry)]
        ) { (row) throws(StorageError) in
            while try row.next() {
                let stored = try StoredEvents(row)
                number += 1
                guard stored.number == number else { throw damage("row \(number) is missing") }
                last += try addChanges(of: stored, to: &sums)
                guard stored.sequence == last else {
                    throw damage("row \(number) ends with event \(stored.sequence) instead of \(last)")
                }
            }
        }
        for case let sum? in sums.values { try check(sum, since: meta) }
        try checkUnchanged(except: sums, meta)
        return last
    }

    private static let levelColumns = "\(Level.columns), base_quantity, base_version"

    private static func levelSum(_ row: PreparedStatement) throws(StorageError) -> LevelSum {
        let level = try Level(row)
        return LevelSum(
            level: level,
            baseQuantity: try row.count(at: 4, "the base of \(level.item)"),
            baseVersion: try row.count(at: 5, "the base version of \(level.item)")
        )
    }

    private func check(_ sum: LevelSum, since meta: JournalMeta) throws(StorageError) {
        if let finding = sum.finding(since: meta.baseSequence) { throw damage(finding) }
    }

    /// Checks the levels about which there were no events: they stand at their base.
    ///
    /// One by one as they are read: what is kept in memory grows with what has changed and not with the catalogue. Of a
    /// large one only those are looked at that differ from their base, unless everything is to be checked.
    private func checkUnchanged(except sums: [String: LevelSum?], _ meta: JournalMeta) throws(StorageError) {
        let few =
            "SELECT count(*) <= \(CheckScope.rowsToSum) FROM (SELECT 1 FROM level LIMIT \(CheckScope.rowsToSum + 1))"
        let isWhole = scope == .whole ? true : try database.integer(few) != 0
        let source = isWhole ? "level" : "level INDEXED BY level_changed WHERE \(LevelChanges.condition)"
        try database.query("SELECT \(Self.levelColumns) FROM \(source)") { (row) throws(StorageError) in
            while try row.next() {
                let sum = try Self.levelSum(row)
                if sums[sum.level.item] == nil { try check(sum, since: meta) }
            }
        }
    }

    private func checkRules() throws(StorageError) {
        for rule in tables.rules {
            let place = try database.withStatement(rule.query, by: .rule) { (query) throws(StorageError) in
                try query.run(with: []) { (row) throws(StorageError) in try row.next() ? row.text(at: 0) : nil }
            }
            if let place { throw damage("\(place) \(rule.finding)") }
        }
    }

    /// - Returns: How many events the row has.
    private func addChanges(
        of stored: StoredEvents,
        to sums: inout [String: LevelSum?]
    ) throws(StorageError) -> Int {
        try events.forEachChange(in: stored) { (sequence, subject, delta) throws(StorageError) in
            if sums[subject] == nil { sums[subject] = .some(try level(of: subject)) }
            guard sums[subject]??.add(sequence: sequence, delta: delta) == nil, delta != nil else { return }
            throw damage("row \(stored.number) changes \(subject), which has no level")
        }
    }

    /// The level of an item as it is, at its base; `nil` when it has none.
    private func level(of item: String) throws(StorageError) -> LevelSum? {
        try database.first(
            "SELECT \(Self.levelColumns) FROM level WHERE item = ?1",
            [.text(item)]
        ) { (row) throws(StorageError) in try Self.levelSum(row) }
    }

    private func stored(_ number: Int) throws(StorageError) -> StoredEvents {
        try one(StoredEvents.columns, of: number) { (row) throws(StorageError) in try StoredEvents(row) }
    }

    private func time(of number: Int) throws(StorageError) -> Int {
        try one("time", of: number) { (row) throws(StorageError) in try row.count(at: 0, "the time of row \(number)") }
    }

    private func one<Value>(
        _ columns: String,
        of number: Int,
        read: (PreparedStatement) throws(StorageError) -> Value
    ) throws(StorageError) -> Value {
        let query = "SELECT \(columns) FROM journal WHERE number = ?1"
        guard let value = try database.first(query, [.integer(number)], read: read) else {
            throw damage("row \(number) is missing")
        }
        return value
    }

    private func damage(_ finding: String) -> StorageError { StorageError(.corrupt, finding) }
}
