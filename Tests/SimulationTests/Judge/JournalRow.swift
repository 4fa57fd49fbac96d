import Messages

@testable import Journal
@testable import SQLite
@testable import SQLiteJournal

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
        let query = "SELECT \(StoredRow.columns), method, key, result FROM journal WHERE number > ?1 ORDER BY number"
        return try journal.requireConnection().read { (database) throws(StorageError) in
            try database.query(query, [.integer(number)]) { (row) throws(StorageError) in
                var found: [JournalRow] = []
                while try row.next() {
                    let stored = try StoredRow(row)
                    var events: [EventRecord] = []
                    try column.decode(stored) { events.append($0.record) }
                    found.append(
                        JournalRow(
                            number: stored.events.number,
                            sequence: stored.events.sequence,
                            time: stored.time,
                            method: row.text(at: 6) ?? "",
                            key: row.text(at: 7),
                            result: row.bytes(at: 8),
                            causationID: stored.causationID,
                            events: events
                        )
                    )
                }
                return found
            }
        }
    }
}
