/// What a proxy has done.
public struct ZMQProxyCounts: Sendable, Hashable {
    /// The messages that were passed on.
    public internal(set) var passed: Int
    /// The messages that were dropped, because a peer was gone or had no room, or because they were incomplete.
    public internal(set) var dropped: Int

    /// Makes counts, for a comparison.
    public init(passed: Int = 0, dropped: Int = 0) {
        self.passed = passed
        self.dropped = dropped
    }
}
