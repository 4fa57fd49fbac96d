/// The events above a position that wait for those before them.
@usableFromInline
enum EventBacklog<Event: SequencedEvent>: Sendable {
    /// Ascending, not always contiguous.
    case kept(RingQueue<Event>)
    /// The consumer has more than enough: what comes is left to a later replay.
    case leftToReplay

    @inlinable
    var first: Event? {
        if case .kept(let events) = self { events.first } else { nil }
    }

    @inlinable
    mutating func setPaused(_ isPaused: Bool) {
        switch (self, isPaused) {
        case (_, true): self = .leftToReplay
        case (.leftToReplay, false): self = .kept(RingQueue())
        case (.kept, false): break
        }
    }

    /// Appends an event above all others; when there is no room for it all are dropped, and left to a replay.
    @inlinable
    mutating func append(_ event: Event, limit: Int) {
        guard case .kept(var events) = self, event.sequence > events.last?.sequence ?? 0 else { return }
        // The events have one owner then, and are changed in place.
        self = .kept(RingQueue())
        guard events.count < limit else { return }
        events.append(event)
        self = .kept(events)
    }

    @inlinable
    mutating func popFirst(upTo sequence: Int) -> Event? {
        guard case .kept(var events) = self, let first = events.first, first.sequence <= sequence else { return nil }
        self = .kept(RingQueue())
        _ = events.popFirst()
        self = .kept(events)
        return first
    }

    @inlinable
    mutating func removeAll() {
        if case .kept = self { self = .kept(RingQueue()) }
    }
}
