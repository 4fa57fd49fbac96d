import GRDB
import Messages

@testable import Storage

/// One row of a store, whole.
struct JournalRow: Equatable {
    let number: Int
    /// Its last event, or the one before it.
    let sequence: Int
    let time: Int
    let method: String
    let key: String?
    let result: [UInt8]
    let causationID: String?
    let events: [EventRecord]

    /// Reads the rows of an open store above a number, in order.
    static func read(_ journal: SQLiteJournal, after number: Int) throws -> [JournalRow] {
        let column = EventsColumn(nil)
        return try journal.requireConnection().read { database in
            let rows = try Row.fetchCursor(
                database,
                sql: """
                    SELECT \(StoredEvents.columns), time, CAST(causationid AS BLOB), CAST(traceparent AS BLOB), method, key, result
                    FROM journal WHERE number > ? ORDER BY number
                    """,
                arguments: [number]
            )
            var found: [JournalRow] = []
            while let row = try rows.next() {
                let stored = StoredRow(
                    events: try StoredEvents(row),
                    time: row[3],
                    causationID: try row.text(at: 4),
                    traceparent: try row.text(at: 5)
                )
                var events: [EventRecord] = []
                try column.decode(stored) { events.append($0.record) }
                found.append(
                    JournalRow(
                        number: stored.events.number,
                        sequence: stored.events.sequence,
                        time: stored.time,
                        method: row[6],
                        key: row[7],
                        result: try row.bytes(at: 8) ?? [],
                        causationID: stored.causationID,
                        events: events
                    )
                )
            }
            return found
        }
    }
}
