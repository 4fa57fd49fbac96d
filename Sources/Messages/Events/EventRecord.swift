/// One event as the journal keeps it: everything a CloudEvent needs except the service's name and the epoch.
///
/// A ``ReplayedEvent`` is what was stored of a record, and is written in the same way: it equals the published event
/// byte for byte.
package struct EventRecord: Sendable, Hashable {
    /// The position in the service's stream: contiguous from 1.
    package var sequence: Int
    /// The position of the last earlier event of the same subject; `nil` on a subject's first event.
    package var previousSequence: Int?
    /// The event's type, such as `juice.stock.changed`; also the front part of its topic.
    package var type: String
    /// What the event is about, such as `mango`; `all` where there is no single subject.
    package var subject: String
    /// When it was committed, in milliseconds since 1970-01-01 UTC.
    package var time: Int
    /// The id of the request that caused it.
    package var causationID: String?
    /// The W3C trace context of the request that caused it.
    package var traceparent: String?
    /// The event's `data`: one complete JSON value.
    package var data: [UInt8]

    package init(
        sequence: Int,
        previousSequence: Int?,
        type: String,
        subject: String,
        time: Int,
        causationID: String?,
        traceparent: String?,
        data: [UInt8]
    ) {
        self.sequence = sequence
        self.previousSequence = previousSequence
        self.type = type
        self.subject = subject
        self.time = time
        self.causationID = causationID
        self.traceparent = traceparent
        self.data = data
    }
}

/// Where the parts of a ``CloudEvent`` stand in its bytes, of which it is the first.
struct EventLayout {
    /// A text in UTF-8: in the JSON where that has it as it is, else behind the JSON.
    struct Place {
        /// Counted from the first byte of the event.
        ///
        /// A text that was read has at most 2³⁰ bytes, and its texts together no more, so that 32 bits are enough.
        let start: UInt32
        let count: UInt32

        init(_ range: Range<Int>) {
            start = UInt32(range.lowerBound)
            count = UInt32(range.count)
        }

        var range: Range<Int> { Int(start)..<Int(start) + Int(count) }
    }

    /// As many bytes as it takes.
    static let room = [UInt8](repeating: 0, count: MemoryLayout<EventLayout>.size)

    let sequence: Int
    let json: Place
    let source: Place
    let type: Place
    let subject: Place
    /// Empty where there is none.
    let time: Place
    let epoch: Place
    /// Empty where there is none.
    ///
    /// What stands there may name no position.
    let previousSequence: Place
}
