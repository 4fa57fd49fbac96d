internal import Glibc
package import WireJSON

/// One event as a subscriber reads it: a CloudEvent 1.0 with the stream's own attributes.
///
/// One reference to one piece of memory: copies cost next to nothing. Its texts and its JSON are made when they are
/// asked for.
package struct CloudEvent: Sendable, Hashable {
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

    /// The layout, the JSON, and those texts that the JSON has in another form: with escapes.
    private let bytes: [UInt8]

    /// The service it came from, such as `/juice-service`.
    package var source: String { text(layout.source) }
    /// Its type, such as `juice.stock.changed`.
    package var type: String { text(layout.type) }
    /// What it is about, such as `mango`.
    package var subject: String { text(layout.subject) }
    /// When it was committed, RFC 3339.
    package var time: String { text(layout.time) }
    /// The life of the stream.
    package var epoch: String { text(layout.epoch) }
    /// Its position.
    package var sequence: Int { layout.sequence }
    /// The position of the last earlier event of the same subject.
    package var previousSequence: Int? {
        SequenceText.sequence(bytes[layout.previousSequence.range])
    }
    /// The whole event as it came, one JSON object without white space.
    package var json: [UInt8] { Array(bytes[layout.json.range]) }
    /// How long its JSON is.
    package var jsonCount: Int { Int(layout.json.count) }

    /// Its topic.
    package var topic: String {
        EventTopic.topic(type: type, subject: subject)
    }

    private var layout: EventLayout {
        bytes.withUnsafeBytes { $0.load(as: EventLayout.self) }
    }

    private func text(_ place: EventLayout.Place) -> String {
        String(decoding: bytes[place.range], as: UTF8.self)
    }

    /// Reads an event; `nil` when it lacks an attribute that every event of ours has.
    ///
    /// - Parameter node: The event.
    package init?(_ node: JSONNode) {
        let members = node.members(Self.names)
        guard members.isString(at: 0, "1.0") else { return nil }
        var bytes = EventLayout.room
        node.append(to: &bytes)
        let json = EventLayout.room.count..<bytes.count
        let isCompact = node.isCompact
        func place(_ position: Int) -> EventLayout.Place? {
            // Only what was read without gaps stands in the JSON where it stood when it was read.
            if isCompact, let place = members.place(position) {
                return EventLayout.Place(json.lowerBound + place.lowerBound..<json.lowerBound + place.upperBound)
            }
            guard let text = members[position]?.string else { return nil }
            let start = bytes.count
            bytes.append(contentsOf: text.utf8)
            return EventLayout.Place(start..<bytes.count)
        }
        guard let source = place(1), let type = place(2), let subject = place(3), let epoch = place(7),
            let sequence = place(5).flatMap({ SequenceText.sequence(bytes[$0.range]) })
        else { return nil }
        let nothing = EventLayout.Place(json.lowerBound..<json.lowerBound)
        let layout = EventLayout(
            sequence: sequence,
            json: EventLayout.Place(json),
            source: source,
            type: type,
            subject: subject,
            time: place(4) ?? nothing,
            epoch: epoch,
            previousSequence: place(6) ?? nothing
        )
        bytes.withUnsafeMutableBytes { $0.storeBytes(of: layout, as: EventLayout.self) }
        self.bytes = bytes
    }

    /// Whether both are the same event, byte for byte.
    package static func == (one: CloudEvent, other: CloudEvent) -> Bool {
        // All else comes from the JSON.
        one.bytes[one.layout.json.range] == other.bytes[other.layout.json.range]
    }

    /// Feeds the JSON, of which all else comes.
    package func hash(into hasher: inout Hasher) {
        hasher.combine(bytes[layout.json.range])
    }

    /// Whether this is its JSON, byte for byte.
    ///
    /// - Parameter json: What to compare with.
    package func isWritten(as json: Span<UInt8>) -> Bool {
        isSame(json, at: layout.json)
    }

    /// Whether it is of this life of the stream.
    ///
    /// - Parameter epoch: What to compare with; no text is made of the event's own.
    package func isOf(epoch: String) -> Bool {
        isSame(epoch.utf8.span, at: layout.epoch)
    }

    private func isSame(_ text: Span<UInt8>, at place: EventLayout.Place) -> Bool {
        let own = bytes.span.extracting(place.range)
        return text.withUnsafeBytes { text in
            own.withUnsafeBytes { own in
                guard text.count == own.count else { return false }
                guard let one = text.baseAddress, let other = own.baseAddress else { return true }
                return memcmp(one, other, own.count) == 0
            }
        }
    }

    /// Writes the CloudEvent of a record.
    ///
    /// - Parameters:
    ///   - record: The event.
    ///   - source: The service, such as `/juice-service`.
    ///   - epoch: The life of the stream.
    ///   - writer: Where to write.
    package static func write(_ record: EventRecord, source: String, epoch: String, to writer: inout JSONWriter) {
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
    package static func write(_ event: ReplayedEvent, source: String, epoch: String, to writer: inout JSONWriter) {
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
        writer.string(epoch, separator: "/", number: event.sequence)
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
