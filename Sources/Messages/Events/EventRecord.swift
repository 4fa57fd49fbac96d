/// One event as the journal keeps it: everything a CloudEvent needs except the service's name and the epoch.
///
/// A ``ReplayedEvent`` is what was stored of a record, and is written in the same way: it equals the published event byte
/// for byte.
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

    /// Creates a record.
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
