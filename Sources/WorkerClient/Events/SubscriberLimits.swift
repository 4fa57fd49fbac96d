/// What a subscriber keeps in memory.
struct SubscriberLimits {
    /// Signals that the consumer has not taken yet.
    var waiting = EventSubscriber.mostWaiting
    /// Events above a hole that is being filled.
    var buffered = 100_000
}
