import Foundation
import GRDB

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
    static func moveBaseToPresent(_ database: Database) throws {
        try database.execute(
            sql: """
                UPDATE level INDEXED BY level_changed SET base_quantity = quantity, base_version = version
                WHERE \(condition)
                """
        )
    }

    /// Adds the changes to the levels' base, or takes them from it; refuses a result that no level can have.
    func moveBase(forward: Bool, _ database: Database) throws {
        let update = try database.makeStatement(
            sql: """
                UPDATE level SET base_quantity = base_quantity + ?1, base_version = base_version + ?2
                WHERE item = CAST(?3 AS TEXT) RETURNING base_quantity, base_version
                """
        )
        for (item, change) in changes {
            let row = try Row.fetchOne(
                update,
                arguments: [
                    forward ? change.delta : 0 &- change.delta, forward ? change.count : -change.count,
                    Data(item.utf8),
                ]
            )
            _ = try row?.countIfPresent(at: 0, "the base of a level")
            _ = try row?.countIfPresent(at: 1, "the base version of a level")
        }
    }
}

extension EventsColumn {
    /// Adds up the changes of the rows after `first` up to `last`.
    func sumChanges(after first: Int, upTo last: Int, _ database: Database) throws -> LevelChanges {
        let rows = try Row.fetchCursor(
            database,
            sql: "SELECT \(StoredEvents.columns) FROM journal WHERE number > ? AND number <= ? ORDER BY number",
            arguments: [first, last]
        )
        var changes = LevelChanges()
        while let row = try rows.next() {
            _ = try forEachChange(in: StoredEvents(row)) { _, subject, delta in
                if let delta { changes.add(delta, to: subject) }
            }
        }
        return changes
    }
}

extension Level {
    static let columns = "CAST(item AS BLOB), quantity, version, sequence"

    /// Reads a row of a query that selects ``columns`` first.
    init(_ row: Row) throws {
        item = try row.text(at: 0) ?? ""
        quantity = try row.count(at: 1, "the quantity of \(item)")
        version = try row.count(at: 2, "the version of \(item)")
        sequence = try row.countIfPresent(at: 3, "the last event of \(item)")
    }
}
