internal import WireJSON

/// The variable parts of rows, side by side in one reused buffer.
///
/// A store reads them where they are, so a row costs no allocation once the buffer has grown to what is put into it at once.
struct RowBuffer: Sendable {
    typealias Part = Range<Int>

    private var writer = JSONWriter()

    /// What is in it, in which parts are places.
    var bytes: [UInt8] { writer.bytes }

    mutating func removeAll() {
        writer.removeAll()
        // Keeps the buffer from ever being empty: an empty part must still have an address, or SQLite would take it for NULL.
        writer.verbatim("\0")
    }

    /// Adds what `write` writes: one JSON value, or verbatim pieces.
    mutating func append(_ write: (inout JSONWriter) -> Void) -> Part {
        let start = writer.bytes.count
        write(&writer)
        writer.endText()
        return start..<writer.bytes.count
    }

    mutating func append(_ text: String) -> Part {
        append { $0.verbatim(text.utf8Span) }
    }

    mutating func append(_ text: String?) -> Part? {
        guard let text else { return nil }
        return append(text) as Part
    }

    mutating func append(_ part: [UInt8]) -> Part {
        append { $0.verbatim(part) }
    }

    /// Lends the parts' addresses for the duration of `body`.
    func withParts<Result, Failure: Error>(
        _ body: ((Part?) -> UnsafeBufferPointer<UInt8>?) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        unsafe try writer.bytes.withUnsafeBufferPointer { (buffer) throws(Failure) -> Result in
            unsafe try body { part in unsafe part.map { unsafe UnsafeBufferPointer(rebasing: buffer[$0]) } }
        }
    }
}
