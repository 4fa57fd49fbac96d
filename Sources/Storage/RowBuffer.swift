/// The variable parts of one row, side by side in one reused buffer.
///
/// SQLite reads them where they are, so a row costs no allocation once the buffer has grown to the largest one.
struct RowBuffer {
    typealias Part = Range<Int>

    private var bytes: [UInt8] = []

    mutating func removeAll() {
        bytes.removeAll(keepingCapacity: true)
        // Keeps the buffer from ever being empty: an empty part must still have an address, or it would be bound as NULL.
        bytes.append(0)
    }

    mutating func append(_ text: String) -> Part {
        let start = bytes.count
        text.utf8.span.withUnsafeBufferPointer { bytes.append(contentsOf: $0) }
        return start..<bytes.count
    }

    mutating func append(_ text: String?) -> Part? {
        guard let text else { return nil }
        return append(text) as Part
    }

    mutating func append(_ part: [UInt8]) -> Part {
        let start = bytes.count
        // Of an array it would take a reference of its own.
        part.withUnsafeBufferPointer { bytes.append(contentsOf: $0) }
        return start..<bytes.count
    }

    /// Lends the parts' addresses for the duration of `body`.
    func withParts<Result, Failure: Error>(
        _ body: ((Part?) -> UnsafeBufferPointer<UInt8>?) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try bytes.withUnsafeBufferPointer { (buffer) throws(Failure) -> Result in
            try body { part in part.map { UnsafeBufferPointer(rebasing: buffer[$0]) } }
        }
    }
}
