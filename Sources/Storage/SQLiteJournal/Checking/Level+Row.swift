import GRDB

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
