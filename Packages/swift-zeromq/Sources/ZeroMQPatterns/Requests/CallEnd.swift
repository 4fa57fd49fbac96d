/// How a call ended: the one time its caller is notified.
public struct CallEnd: Sendable, Hashable {
    /// What became of the call.
    public enum Ending: Sendable, Hashable {
        /// It was done: the result is in the reply at hand.
        case answered
        /// It was refused and has not happened: by which of its refusals, from 0, see ``CallStateMachine/expects(_:from:)``.
        case refused(by: Int)
        /// It was never sent, because nobody was there.
        case unreachable
        /// It was not sent, or not done, because nobody who is there admits us.
        case notAdmitted
        /// There was no answer in time, and nothing has changed: a read, or a write that was never sent.
        case timedOut
        /// A write may or may not have happened; the same key finds out.
        case outcomeUnknown
        /// A read was answered by the reply at hand, which cannot be understood.
        case unreadable
        /// It was cancelled. A write that was sent may have happened.
        case cancelled
    }

    /// The call's.
    public let number: Int
    /// What became of it.
    public let ending: Ending
    /// How often it was sent.
    public let sends: Int
    /// When it was first sent.
    public let firstSent: SuspendingClock.Instant?
    /// The last of its refusals, from 0, also where that decided nothing; `nil` when there was none.
    public let lastRefusal: Int?
}

/// What a client has done so far.
public struct CallStatistics: Sendable, Hashable {
    /// Calls begun.
    public internal(set) var calls = 0
    /// Sendings beyond the first of a call.
    public internal(set) var resends = 0
    /// Sendings that were put off, because more would be a burden on a server in trouble.
    public internal(set) var withheld = 0
    /// Replies that nobody was waiting for: too late, twice, or to nobody's question.
    public internal(set) var lateReplies = 0
    /// Connections after the first.
    public internal(set) var reconnects = 0

    /// Creates statistics of nothing done.
    public init() {}
}
