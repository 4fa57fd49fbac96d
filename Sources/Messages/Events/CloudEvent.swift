public import WireJSON

/// One event as a subscriber reads it: a CloudEvent 1.0 with the stream's own attributes.
///
/// One reference: copies cost next to nothing. Texts are made of the JSON when they are asked for.
public struct CloudEvent: Sendable, Hashable {
    private static let names = JSONNames(
        "specversion",
        "source",
        "type",
        "subject",
        "time",
        "sequence",
        "previoussequence",
        "epoch"
    )

    private let content: CloudEventContent

    /// The service it came from, such as `/juice-service`.
    public var source: String { content.source.string(in: json) }
    /// Its type, such as `juice.stock.changed`.
    public var type: String { content.type.string(in: json) }
    /// What it is about, such as `mango`.
    public var subject: String { content.subject.string(in: json) }
    /// When it was committed, RFC 3339.
    public var time: String { content.time.string(in: json) }
    /// The life of the stream.
    public var epoch: String { content.epoch }
    /// Its position.
    public var sequence: Int { content.sequence }
    /// The position of the last earlier event of the same subject.
    public var previousSequence: Int? {
        content.previousSequence?.sequence(in: json)
    }
    /// The whole event as it came, one JSON object.
    public var json: [UInt8] { content.json }

    /// Its topic.
    public var topic: String {
        EventTopic.topic(type: type, subject: subject)
    }

    /// Reads an event; `nil` when it lacks an attribute that every event of ours has.
    ///
    /// - Parameters:
    ///   - node: The event.
    ///   - earlier: Another event of the stream, whose epoch is shared where it is the same.
    public init?(_ node: JSONNode, after earlier: CloudEvent? = nil) {
        let members = node.members(Self.names)
        let json = node.jsonBytes
        let isCompact = node.isCompact
        func text(_ position: Int) -> EventText? {
            // Only what was read without gaps stands in the JSON where it stood when it was read.
            if isCompact, let place = members.place(position) { return .place(place) }
            return (members[position]?.string).map { .string($0) }
        }
        guard members.isString(0, "1.0"), let source = text(1), let type = text(2), let subject = text(3),
            let epoch = members[7]?.string(sharing: earlier?.epoch), let sequence = text(5)?.sequence(in: json)
        else { return nil }
        content = CloudEventContent(
            json: json,
            source: source,
            type: type,
            subject: subject,
            time: text(4) ?? .string(""),
            epoch: epoch,
            sequence: sequence,
            previousSequence: text(6)
        )
    }

    /// Whether both are the same event, byte for byte.
    public static func == (one: CloudEvent, other: CloudEvent) -> Bool {
        // All else comes from the JSON.
        one.content === other.content || one.json == other.json
    }

    /// Feeds the JSON, of which all else comes.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(json)
    }

    /// Writes the CloudEvent of a record.
    ///
    /// - Parameters:
    ///   - record: The event.
    ///   - source: The service, such as `/juice-service`.
    ///   - epoch: The life of the stream.
    ///   - writer: Where to write.
    public static func write(_ record: EventRecord, source: String, epoch: String, to writer: inout JSONWriter) {
        write(
            (record.sequence, record.previousSequence, record.time, record.causationID, record.traceparent),
            source: source,
            epoch: epoch,
            to: &writer
        ) { writer in
            writer.member("type", record.type)
            writer.member("subject", record.subject)
        } data: { writer in
            writer.raw(record.data)
        }
    }

    /// Writes the CloudEvent of a stored event: what was published, byte for byte.
    ///
    /// - Parameters:
    ///   - event: The event.
    ///   - source: The service, such as `/juice-service`.
    ///   - epoch: The life of the stream.
    ///   - writer: Where to write.
    public static func write(_ event: ReplayedEvent, source: String, epoch: String, to writer: inout JSONWriter) {
        write(
            (event.sequence, event.previousSequence, event.time, event.causationID, event.traceparent),
            source: source,
            epoch: epoch,
            to: &writer
        ) { writer in
            writer.member("type", event.type)
            writer.member("subject", event.subject)
        } data: { writer in
            writer.value(event.data)
        }
    }

    @inline(__always)
    private static func write(
        _ event: (sequence: Int, previous: Int?, time: Int, causationID: String?, traceparent: String?),
        source: String,
        epoch: String,
        to writer: inout JSONWriter,
        typeAndSubject: (inout JSONWriter) -> Void,
        data: (inout JSONWriter) -> Void
    ) {
        writer.beginObject()
        writer.member("specversion", "1.0")
        writer.name("id")
        writer.string(epoch, "/", event.sequence)
        writer.member("source", source)
        typeAndSubject(&writer)
        writer.member("time", time: event.time)
        writer.member("datacontenttype", "application/json")
        writer.member("sequence", sequence: event.sequence)
        if let previous = event.previous { writer.member("previoussequence", sequence: previous) }
        writer.member("epoch", epoch)
        if let cause = event.causationID { writer.member("causationid", cause) }
        if let trace = event.traceparent { writer.member("traceparent", trace) }
        writer.name("data")
        data(&writer)
        writer.endObject()
    }
}
