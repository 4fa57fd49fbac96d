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
    package static func continuation(of node: JSONNode) -> Int? {
        guard node["complete"]?.boolean == false, let next = node["next"]?.integer,
            (0...SequenceText.largest).contains(next)
        else { return nil }
        return next
    }
}
