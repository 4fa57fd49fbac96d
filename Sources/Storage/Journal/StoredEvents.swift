import GRDB

/// The events of a row as they are stored, with what is needed to number them.
struct StoredEvents {
    static let columns = "number, sequence, events"

    let number: Int
    /// The last event's sequence.
    let sequence: Int
    /// The JSON array; `nil` when the row has no events.
    let text: [UInt8]?

    init(number: Int, sequence: Int, text: [UInt8]?) {
        self.number = number
        self.sequence = sequence
        self.text = text
    }

    /// Reads a row of a query that selects ``columns``.
    init(_ row: Row) throws {
        number = try row.count(at: 0, "the number of a row")
        sequence = try row.count(at: 1, "the sequence of row \(number)")
        text = try row.bytes(at: 2)
    }
}
