/// How the lines of a batch ended.
struct BatchTally: Sendable, Hashable {
    private(set) var ok = 0
    /// Services said no.
    private(set) var refused = 0
    private(set) var bad = 0
    /// Nobody answered, and nothing was done.
    private(set) var unanswered = 0
    private(set) var unknown = 0

    /// Lines that have ended.
    var lines: Int { ok + refused + bad + unanswered + unknown }

    mutating func add(_ state: BatchOutcome.State) {
        switch state {
        case .ok: ok += 1
        case .bad: bad += 1
        case .failed(let failure) where failure.isOutcomeUnknown: unknown += 1
        case .failed(let failure) where failure.isAnswered: refused += 1
        case .failed: unanswered += 1
        }
    }

    /// What the exit code is to say: the worst that a line was.
    var status: ExitReason {
        if unknown > 0 { return .outcomeUnknown }
        if unanswered > 0 { return ok + refused == 0 ? .unreachable : .incomplete }
        return refused + bad > 0 ? .refused : .ok
    }
}
