public import Messages
internal import WorkerClient
internal import ZeroMQPatterns

/// Where a subscriber begins.
public enum EventStart: Sendable, Hashable {
    /// With the events after the moment of joining.
    case now
    /// With the oldest that is kept.
    case oldest
    /// After an event that was remembered.
    case after(epoch: String, sequence: Int)

    var stream: StreamStart {
        switch self {
        case .now: .now
        case .oldest: .after(0)
        case .after(let epoch, let sequence): .position(epoch: epoch, after: sequence)
        }
    }
}

/// What a subscriber sees, in its order.
public enum ServiceSignal: Sendable {
    /// The next event.
    case event(ServiceEvent)
    /// Everything up to now has been seen: after joining and after each reconnect.
    case live
    /// What comes next does not continue what came before: read the present state.
    case cut
    /// The service cannot be heard; it is repaired when it is back.
    case stale
    /// The service is there, and does not let this client in; it is asked again every few seconds.
    case notAdmitted
}

/// The events of a service, as an asynchronous sequence.
public struct ServiceEvents: AsyncSequence {
    let subscription: EventSubscription

    /// Makes what iterates over the events; each event goes to one iterator.
    public func makeAsyncIterator() -> Iterator { Iterator(base: subscription.makeAsyncIterator()) }

    /// Gives the signals one by one.
    public struct Iterator: AsyncIteratorProtocol {
        var base: EventSubscription.AsyncIterator

        /// Waits for the next signal; `nil` when the task is cancelled.
        public mutating func next() async -> ServiceSignal? {
            switch await base.next() {
            case .event(let event): .event(ServiceEvent(event))
            case .live: .live
            case .resynced: .cut
            case .stale: .stale
            case .notAdmitted, .refused: .notAdmitted
            case nil: nil
            }
        }
    }
}
