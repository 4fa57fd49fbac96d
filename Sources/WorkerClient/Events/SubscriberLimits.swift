/// What a subscriber keeps in memory.
struct SubscriberLimits {
    /// Signals that the consumer has not taken yet.
    var waiting = 100_000
    /// Events above a hole that is being filled.
    var buffered = 100_000
}
