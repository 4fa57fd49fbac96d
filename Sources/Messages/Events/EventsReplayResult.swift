package import WireJSON

/// One page of the past, as a client reads it.
package struct EventsReplayResult: Sendable, Hashable {
    /// The events, in order.
    package let events: [CloudEvent]
    /// The position to ask after next.
    package let next: Int
    /// Whether this reached the newest event.
    package let isComplete: Bool

    /// Reads a page; `nil` when it is none.
    package init?(_ node: JSONNode) {
        guard let next = node["next"]?.integer, (0...SequenceText.maxValue).contains(next),
            let events = node["events"], events.kind == .array
        else { return nil }
        self.next = next
        var read: [CloudEvent] = []
        read.reserveCapacity(events.count)
        for element in events.elements {
            guard let event = CloudEvent(element) else { return nil }
            read.append(event)
        }
        self.events = read
        isComplete = node["complete"]?.boolean ?? false
    }

    /// The position to ask after next, where a page is not the last; found without reading its events.
    package static func continuation(of node: JSONNode) -> Int? {
        guard node["complete"]?.boolean == false, let next = node["next"]?.integer,
            (0...SequenceText.maxValue).contains(next)
        else { return nil }
        return next
    }
}

/// One event of the past as it was read from a store: its texts and its data are JSON, written again as it stands.
///
/// Replaying goes through many of them, so no strings are made of what is only copied.
package struct ReplayedEvent {
    /// The position in the service's stream.
    package let sequence: Int
    /// The position of the last earlier event of the same subject; `nil` on a subject's first event.
    package let previousSequence: Int?
    /// When it was committed, in milliseconds since 1970-01-01 UTC.
    package let time: Int
    /// The id of the request that caused it.
    package let causationID: String?
    /// The W3C trace context of the request that caused it.
    package let traceparent: String?
    let type: JSONNode
    let subject: JSONNode
    let data: JSONNode

    /// Creates an event from the members of a stored one; `nil` unless its type and its subject are strings.
    package init?(
        sequence: Int,
        previousSequence: Int?,
        time: Int,
        causationID: String?,
        traceparent: String?,
        type: JSONNode,
        subject: JSONNode,
        data: JSONNode
    ) {
        guard type.kind == .string, subject.kind == .string else { return nil }
        self.sequence = sequence
        self.previousSequence = previousSequence
        self.time = time
        self.causationID = causationID
        self.traceparent = traceparent
        self.type = type
        self.subject = subject
        self.data = data
    }

    /// The event as it was before it was stored.
    package var record: EventRecord {
        EventRecord(
            sequence: sequence,
            previousSequence: previousSequence,
            type: type.string ?? "",
            subject: subject.string ?? "",
            time: time,
            causationID: causationID,
            traceparent: traceparent,
            data: data.jsonBytes
        )
    }

    /// Its topic, such as `juice.stock.changed.mango.`.
    package var topic: String {
        EventTopic.topic(type: type.string ?? "", subject: subject.string ?? "")
    }
}
