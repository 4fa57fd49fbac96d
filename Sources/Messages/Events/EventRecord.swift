/// One event as the journal keeps it: everything a CloudEvent needs except the service's name and the epoch.
///
/// A ``ReplayedEvent`` is what was stored of a record, and is written in the same way: it equals the published event byte
/// for byte.
public struct EventRecord: Sendable, Hashable {
    /// The position in the service's stream: contiguous from 1.
    public var sequence: Int
    /// The position of the last earlier event of the same subject; `nil` on a subject's first event.
    public var previousSequence: Int?
    /// The event's type, such as `juice.stock.changed`; also the front part of its topic.
    public var type: String
    /// What the event is about, such as `mango`; `all` where there is no single subject.
    public var subject: String
    /// When it was committed, in milliseconds since 1970-01-01 UTC.
    public var time: Int
    /// The id of the request that caused it.
    public var causationID: String?
    /// The W3C trace context of the request that caused it.
    public var traceparent: String?
    /// The event's `data`: one complete JSON value.
    public var data: [UInt8]

    /// Creates a record.
    public init(
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
