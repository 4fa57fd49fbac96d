package import Messages

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
