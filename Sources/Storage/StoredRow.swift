import GRDB

/// A row of the journal as it is stored.
struct StoredRow {
    static let columns = "number, sequence, time, method, key, fingerprint, result, causationid, traceparent, events"

    let number: Int
    let sequence: Int
    let time: Int
    let method: String
    let key: String?
    let fingerprint: [UInt8]
    let result: [UInt8]
    let causationID: String?
    let traceparent: String?
    let events: StoredEvents

    /// Reads a row of a query that selects ``columns``.
    init(_ row: Row) throws {
        number = try row.decode(Int.self, atIndex: 0)
        sequence = try row.decode(Int.self, atIndex: 1)
        time = try row.decode(Int.self, atIndex: 2)
        method = try row.decode(String.self, atIndex: 3)
        key = try row.decode(String?.self, atIndex: 4)
        fingerprint = try Self.bytes(of: row, at: 5) ?? []
        result = try Self.bytes(of: row, at: 6) ?? []
        causationID = try row.decode(String?.self, atIndex: 7)
        traceparent = try row.decode(String?.self, atIndex: 8)
        events = try StoredEvents(number: number, sequence: sequence, text: Self.bytes(of: row, at: 9))
    }

    private static func bytes(of row: Row, at index: Int) throws -> [UInt8]? {
        try row.withUnsafeData(atIndex: index) { data in data.map { Array($0) } }
    }
}
