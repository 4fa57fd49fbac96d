package import WireJSON

/// The events of one write, in order, with their JSON end to end; kept from one write to the next.
package struct PendingEvents: Sendable {
    /// The events; who decides fills in their positions.
    package var items: [PendingEvent] = []
    private var writer = JSONWriter()

    package init() {}

    /// Adds an event without a position.
    ///
    /// - Parameters:
    ///   - type: Its type, such as `juice.stock.changed`.
    ///   - subject: What it is about, such as `mango`.
    ///   - data: Writes its `data`, one JSON value. What it writes must be minified, as `JSONWriter` does it by itself:
    ///     only then is a replayed event equal to the published one byte for byte.
    package mutating func append(type: String, subject: String, data: (inout JSONWriter) -> Void) {
        let start = writer.bytes.count
        data(&writer)
        writer.endText()
        items.append(PendingEvent(type: type, subject: subject, data: start..<writer.bytes.count))
    }

    /// Room for JSON above which no memory is kept for the next write, in bytes.
    private static var mostKept: Int { 256 << 10 }

    /// Forgets them and keeps the memory, unless it was unusually much.
    package mutating func removeAll() {
        guard writer.bytes.capacity <= Self.mostKept else {
            self = PendingEvents()
            return
        }
        items.removeAll(keepingCapacity: true)
        writer.removeAll()
    }

    /// Their JSON, end to end.
    package var data: [UInt8] { writer.bytes }
}

/// One event of a write that is not committed yet.
package struct PendingEvent: Sendable {
    /// The event's type, such as `juice.stock.changed`.
    package let type: String
    /// What it is about, such as `mango`.
    package let subject: String
    /// Its position in the stream; 0 until it has one.
    package var sequence = 0
    /// The position of the last earlier event of the same subject; `nil` on a subject's first event.
    package var previousSequence: Int?
    /// Where its JSON is, among the texts of those it is kept with.
    package internal(set) var data: RowBuffer.Part
}
