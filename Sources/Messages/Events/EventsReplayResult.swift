public import WireJSON

/// One page of the past, as a client reads it.
public struct EventsReplayResult: Sendable, Hashable {
    /// The events, in order.
    public let events: [CloudEvent]
    /// The position to ask after next.
    public let next: Int
    /// Whether this reached the newest event.
    public let isComplete: Bool

    /// Reads a page; `nil` when it is none.
    public init?(_ node: JSONNode) {
        guard let next = node["next"]?.integer, (0...SequenceText.largest).contains(next),
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
    public static func continuation(of node: JSONNode) -> Int? {
        guard node["complete"]?.boolean == false, let next = node["next"]?.integer,
            (0...SequenceText.largest).contains(next)
        else { return nil }
        return next
    }
}
