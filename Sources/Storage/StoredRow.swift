import GRDB

/// What is stored of a row's events: everything that a replay gives back.
struct StoredRow {
    static let columns = """
        number, sequence, events, time, CAST(causationid AS BLOB), CAST(traceparent AS BLOB)
        """

    let time: Int
    let causationID: String?
    let traceparent: String?
    let events: StoredEvents

    /// Reads a row of a query that selects ``columns``.
    init(_ row: Row) throws {
        events = try StoredEvents(row)
        time = try row.count(at: 3, "the time of row \(events.number)")
        causationID = try row.text(at: 4)
        traceparent = try row.text(at: 5)
    }
}
