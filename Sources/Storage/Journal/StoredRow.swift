/// What is stored of a row's events: everything that a replay gives back.
struct StoredRow {
    static let columns = "\(StoredEvents.columns), time, causationid, traceparent"

    let events: StoredEvents
    let time: Int
    let causationID: String?
    let traceparent: String?
}

extension StoredRow {
    /// Reads the row at which a query stands that selects ``columns``.
    init(_ row: PreparedStatement) throws(StorageError) {
        let number = try row.count(at: 0, "the number of a row")
        let sequence = try row.count(at: 1, "the sequence of row \(number)")
        self.init(
            events: StoredEvents(number: number, sequence: sequence, text: row.isNull(at: 2) ? nil : row.bytes(at: 2)),
            time: try row.count(at: 3, "the time of row \(number)"),
            causationID: row.text(at: 4),
            traceparent: row.text(at: 5)
        )
    }
}
