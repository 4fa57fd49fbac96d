package import Messages

/// What a subscriber sees, in its order.
///
/// One word, because there are many of them: the rare large ones are kept elsewhere.
package enum SubscriberSignal: Sendable, Hashable {
    /// The next event. Sequences are contiguous, except where a ``resynced(_:)`` in between says otherwise.
    case event(CloudEvent)
    /// Everything up to this position has been seen: after joining, after each reconnect, and after ``stale``.
    indirect case live(StreamMarker)
    /// The sequence is cut: what comes next does not continue what came before.
    indirect case resynced(Resync)
    /// The view may be old: no heartbeat for 3 seconds, or missed events that cannot be fetched at the moment. It is
    /// repaired when the service is back, and ``live(_:)`` says so.
    case stale
    /// The service is there and does not admit us; it is asked again every few seconds.
    case notAdmitted(AdmissionFault)
}

/// A cut in a stream of events: the consumer should take a snapshot.
package struct Resync: Sendable, Hashable {
    /// Why there is a cut.
    package enum Reason: String, Sendable, Hashable {
        /// The stream has begun anew, because its store is new or was restored.
        case newEpoch
        /// The events in between are no longer kept.
        case truncated
        /// The stream has not come as far as the position it was asked to continue.
        case behind
    }

    /// Why there is a cut.
    package let reason: Reason
    /// The position before it; its `time` is 0.
    package let from: StreamMarker
    /// The position from which it goes on: the next event comes after this one.
    ///
    /// Its `time` is 0.
    package let to: StreamMarker

    /// Creates a cut.
    package init(reason: Reason, from: StreamMarker, to: StreamMarker) {
        self.reason = reason
        self.from = from
        self.to = to
    }
}

/// Where a subscription begins.
package enum StreamStart: Sendable, Hashable {
    /// With the events after the moment of joining.
    case now
    /// With the events after a position of whatever epoch the stream has; 0 for everything there is.
    case after(Int)
    /// With the events after a position that was remembered; in another epoch the subscriber is told by
    /// ``SubscriberSignal/resynced(_:)`` and begins at the moment of joining.
    case position(epoch: String, after: Int)
}
