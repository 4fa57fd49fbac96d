public import WireJSON

/// One event as a subscriber reads it: a CloudEvent 1.0 with the stream's own attributes.
public struct CloudEvent: Sendable, Hashable {
    /// The service it came from, such as `/juice-service`.
    public let source: String
    /// Its type, such as `juice.stock.changed`.
    public let type: String
    /// What it is about, such as `mango`.
    public let subject: String
    /// When it was committed, RFC 3339.
    public let time: String
    /// The life of the stream.
    public let epoch: String
    /// Its position.
    public let sequence: Int
    /// The position of the last earlier event of the same subject.
    public let previousSequence: Int?
    /// The whole event as it came, one JSON object.
    public let json: [UInt8]

    /// Its topic.
    public var topic: String {
        EventTopic.topic(type: type, subject: subject)
    }

    /// Reads an event; `nil` when it lacks an attribute that every event of ours has.
    ///
    /// - Parameters:
    ///   - node: The event.
    ///   - earlier: Another event of the stream, whose texts are shared where they are the same.
    public init?(_ node: JSONNode, after earlier: CloudEvent? = nil) {
        guard node["specversion"]?.isString("1.0") == true,
            let source = node["source"]?.string(sharing: earlier?.source),
            let type = node["type"]?.string(sharing: earlier?.type),
            let subject = node["subject"]?.string,
            let epoch = node["epoch"]?.string(sharing: earlier?.epoch),
            let sequence = node["sequence"].flatMap(SequenceText.sequence)
        else { return nil }
        self.source = source
        self.type = type
        self.subject = subject
        self.epoch = epoch
        self.sequence = sequence
        time = node["time"]?.string(sharing: earlier?.time) ?? ""
        previousSequence = node["previoussequence"].flatMap(SequenceText.sequence)
        json = node.jsonBytes
    }

    /// Writes the CloudEvent of a record.
    ///
    /// - Parameters:
    ///   - record: The event.
    ///   - source: The service, such as `/juice-service`.
    ///   - epoch: The life of the stream.
    ///   - writer: Where to write.
    public static func write(_ record: EventRecord, source: String, epoch: String, to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("specversion", "1.0")
        writer.name("id")
        writer.string(epoch, "/", record.sequence)
        writer.member("source", source)
        writer.member("type", record.type)
        writer.member("subject", record.subject)
        writer.member("time", time: record.time)
        writer.member("datacontenttype", "application/json")
        writer.member("sequence", sequence: record.sequence)
        if let previous = record.previousSequence {
            writer.member("previoussequence", sequence: previous)
        }
        writer.member("epoch", epoch)
        if let cause = record.causationID { writer.member("causationid", cause) }
        if let trace = record.traceparent { writer.member("traceparent", trace) }
        writer.name("data")
        writer.raw(record.data)
        writer.endObject()
    }
}
