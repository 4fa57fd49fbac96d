internal import ReplicatedLog

/// The parameters of a statement in PostgreSQL's binary form, one after the other.
///
/// Binary, because a payload as text has twice as many bytes, which both sides would have to convert.
struct Parameters: ExpressibleByArrayLiteral {
    /// One value; its type is the statement's to say.
    enum Value {
        /// An int8.
        case integer(Int)
        /// Without a NUL character.
        case text(String)
        case bytes([UInt8])
    }

    private(set) var bytes: [UInt8] = []
    /// Where each ends in ``bytes``.
    private(set) var ends: [Int] = []

    init(arrayLiteral values: Value...) { self.init(values) }

    /// The six columns of a row of the log, in the order of the table, and what the statement has behind them.
    init(of row: LogRow, _ others: Value...) {
        self.init(
            [
                .text(row.stream), .integer(row.position), .integer(row.term), .text(row.writer),
                .bytes(row.payload.bytes), .bytes(row.checksum),
            ] + others
        )
    }

    private init(_ values: [Value]) {
        for value in values {
            switch value {
            case .integer(let number):
                for shift in stride(from: 56, through: 0, by: -8) {
                    bytes.append(UInt8(truncatingIfNeeded: number >> shift))
                }
            case .text(let text): bytes += text.utf8
            case .bytes(let value): bytes += value
            }
            ends.append(bytes.count)
        }
    }
}
