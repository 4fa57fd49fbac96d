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
