package import Messages
package import ZeroMQPatterns

/// What a subscriber sees, in its order.
///
/// One word, because there are many of them: the rare large ones are kept elsewhere.
package enum SubscriberSignal: StreamSignal, Hashable {
    /// The next event. Sequences are contiguous, except where a ``resynced(_:)`` in between says otherwise.
    case event(CloudEvent)
    /// Everything up to this position has been seen: after joining, after each reconnect, and after ``stale``.
    indirect case live(StreamPosition)
    /// The sequence is cut: what comes next does not continue what came before.
    indirect case resynced(Resync)
    /// The view may be old: no heartbeat for 3 seconds, or missed events that cannot be fetched at the moment. It is
    /// repaired when the service is back, and ``live(_:)`` says so.
    case stale
    /// The service is there and does not admit us; it is asked again every few seconds.
    case notAdmitted(AdmissionFault)
    /// The service ends the connection, which asks for more topics than one may; it is asked again every few seconds.
    case refused

    package var isLive: Bool { if case .live = self { true } else { false } }
}

extension CloudEvent: SequencedEvent {}

extension StreamMarker {
    /// The position that it tells of.
    var position: StreamPosition { StreamPosition(epoch: epoch, sequence: sequence) }
}
