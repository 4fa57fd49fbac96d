/// What a client has done so far.
public struct ClientStatistics: Sendable, Hashable {
    /// Calls begun.
    public internal(set) var calls = 0
    /// Sendings beyond the first of a call.
    public internal(set) var resends = 0
    /// Sendings that were put off, because more would be a burden on a service in trouble.
    public internal(set) var withheld = 0
    /// Replies that nobody was waiting for: too late, twice, or to nobody's question.
    public internal(set) var lateReplies = 0
    /// Connections after the first.
    public internal(set) var reconnects = 0

    /// Creates statistics of nothing done.
    public init() {}
}
