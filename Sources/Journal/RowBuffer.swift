package import WireJSON

/// The variable parts of rows, side by side in one reused buffer.
///
/// A store reads them where they are, so a row costs no allocation once the buffer has grown to what is put into it at once.
package struct RowBuffer: Sendable {
    package typealias Part = Range<Int>

    private var writer = JSONWriter()

    /// Creates a buffer without parts.
    package init() { removeAll() }

    /// What is in it, in which parts are places.
    package var bytes: [UInt8] { writer.bytes }

    package mutating func removeAll() {
        writer.removeAll()
        // Keeps the buffer from ever being empty: an empty part must still have an address, or SQLite would take it for NULL.
        writer.verbatim("\0")
    }

    /// Adds what `write` writes: one JSON value, or verbatim pieces.
    package mutating func append(_ write: (inout JSONWriter) -> Void) -> Part {
        let start = writer.bytes.count
        write(&writer)
        writer.endText()
        return start..<writer.bytes.count
    }

    package mutating func append(_ text: String) -> Part {
        append { $0.verbatim(text.utf8Span) }
    }

    package mutating func append(_ text: String?) -> Part? {
        guard let text else { return nil }
        return append(text) as Part
    }

    package mutating func append(_ part: [UInt8]) -> Part {
        append { $0.verbatim(part) }
    }
}
