/// What the stream of any event consists of for its subscriber, see ``StreamSignal``.
public enum StreamElement<Event: SequencedEvent>: StreamSignal {
    /// The next event. Sequences are contiguous, except where a ``resynced(_:)`` in between says otherwise.
    case event(Event)
    /// Everything up to this position has been seen: after joining, after each reconnect, and after ``stale``.
    case live(StreamPosition)
    /// The sequence is cut: what comes next does not continue what came before.
    case resynced(Resync)
    /// The view may be old: no heartbeat for too long, or missed events that cannot be fetched at the moment. It is repaired when
    /// the publisher is back, and ``live(_:)`` says so.
    case stale
    /// The publisher is there and does not admit us; it is asked again after a while.
    case notAdmitted(AdmissionFault)

    /// Whether it is ``live(_:)``.
    public var isLive: Bool { if case .live = self { true } else { false } }
}

extension StreamElement: Equatable where Event: Equatable {}
extension StreamElement: Hashable where Event: Hashable {}
