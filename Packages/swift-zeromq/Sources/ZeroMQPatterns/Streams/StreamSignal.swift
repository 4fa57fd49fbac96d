/// What a subscriber sees, in its order: the words that a ``SubscriberStateMachine`` speaks in.
///
/// An enumeration of one's own, with these as its cases, can be as small as its event. ``StreamElement`` is one for every event.
public protocol StreamSignal: Sendable {
    /// What the stream consists of.
    associatedtype Event: SequencedEvent

    /// The next event. Sequences are contiguous, except where a ``resynced(_:)`` in between says otherwise.
    static func event(_ event: Event) -> Self
    /// Everything up to this position has been seen: after joining, after each reconnect, and after ``stale``.
    static func live(_ position: StreamPosition) -> Self
    /// The sequence is cut: what comes next does not continue what came before.
    static func resynced(_ cut: Resync) -> Self
    /// The view may be old: no heartbeat for too long, or missed events that cannot be fetched at the moment. It is repaired when
    /// the publisher is back, and ``live(_:)`` says so.
    static var stale: Self { get }
    /// The publisher is there and does not admit us.
    static func notAdmitted(_ fault: AdmissionFault) -> Self

    /// Whether it is ``live(_:)``: of two in a row the last is enough.
    var isLive: Bool { get }
}

/// A cut in a stream of events: the consumer should take a snapshot.
public struct Resync: Sendable, Hashable {
    /// Why there is a cut.
    public enum Reason: String, Sendable, Hashable {
        /// The stream has restarted, because its store is new or was restored.
        case newEpoch
        /// The events in between are no longer kept.
        case truncated
        /// The stream has not come as far as the position it was asked to continue.
        case behind
    }

    /// Why there is a cut.
    public let reason: Reason
    /// The position before it.
    public let from: StreamPosition
    /// The position from which it goes on: the next event comes after this one.
    public let to: StreamPosition

    /// Creates a cut.
    public init(reason: Reason, from: StreamPosition, to: StreamPosition) {
        self.reason = reason
        self.from = from
        self.to = to
    }
}
