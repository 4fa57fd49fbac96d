/// What a client has done so far.
package struct ClientStatistics: Sendable, Hashable {
    /// Calls begun.
    package internal(set) var calls = 0
    /// Sendings beyond the first of a call.
    package internal(set) var resends = 0
    /// Sendings that were put off, because more would be a burden on a service in trouble.
    package internal(set) var withheld = 0
    /// Replies that nobody was waiting for: too late, twice, or to nobody's question.
    package internal(set) var lateReplies = 0
    /// Connections after the first.
    package internal(set) var reconnects = 0

    /// Creates statistics of nothing done.
    package init() {}
}
