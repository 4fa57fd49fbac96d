import Journal
import SQLite

/// What a range of rows changes, item by item.
struct LevelChanges {
    private var changes: [String: (delta: Int, count: Int)] = [:]

    mutating func add(_ delta: Int, to item: String) {
        // Wraps: with damaged deltas the sum is wrong either way, and must not stop the process.
        changes[item, default: (0, 0)].delta &+= delta
        changes[item, default: (0, 0)].count += 1
    }

    /// What a level fulfils that differs from its base; the condition of the index `level_changed`.
    static let condition = "quantity <> base_quantity OR version <> base_version"

    /// Moves the base of every level to what the level is now.
    static func moveBaseToPresent(_ database: Database) throws(StorageError) {
        try database.change(
            """
            UPDATE level INDEXED BY level_changed SET base_quantity = quantity, base_version = version
            WHERE \(condition)
            """
        )
    }

    /// Adds the changes to the levels' base, or takes them from it; refuses a result that no level can have.
    func moveBase(forward: Bool, _ database: Database) throws(StorageError) {
        let update = """
            UPDATE level SET base_quantity = base_quantity + ?1, base_version = base_version + ?2
            WHERE item = ?3 RETURNING base_quantity, base_version
            """
        for (item, change) in changes {
            let values: [StoredValue] = [
                .integer(forward ? change.delta : 0 &- change.delta),
                .integer(forward ? change.count : -change.count),
                .text(item),
            ]
            _ = try database.first(update, values) { (row) throws(StorageError) in
                _ = try row.countIfPresent(at: 0, "the base of a level")
                _ = try row.countIfPresent(at: 1, "the base version of a level")
            }
        }
    }
}

extension EventsColumn {
    /// Adds up the changes of the rows after `first` up to `last`.
    func sumChanges(
        after first: Int,
        upTo last: Int,
        _ database: Database
    ) throws(StorageError) -> LevelChanges {
        var changes = LevelChanges()
        try database.query(
            "SELECT \(StoredEvents.columns) FROM journal WHERE number > ?1 AND number <= ?2 ORDER BY number",
            [.integer(first), .integer(last)]
        ) { (row) throws(StorageError) in
            while try row.next() {
                _ = try forEachChange(in: StoredEvents(row)) { _, subject, delta in
                    if let delta { changes.add(delta, to: subject) }
                }
            }
        }
        return changes
    }
}

extension Level {
    static let columns = "item, quantity, version, sequence"

    /// Reads a row of a query that selects ``columns`` first.
    init(_ row: PreparedStatement) throws(StorageError) {
        let item = row.text(at: 0) ?? ""
        self.init(
            item: item,
            quantity: try row.count(at: 1, "the quantity of \(item)"),
            version: try row.count(at: 2, "the version of \(item)"),
            sequence: try row.countIfPresent(at: 3, "the last event of \(item)")
        )
    }
}
