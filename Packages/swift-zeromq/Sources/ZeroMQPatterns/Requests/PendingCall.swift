/// What is known of one call that has not ended.
struct PendingCall {
    typealias Instant = SuspendingClock.Instant

    /// A refusal for good.
    struct Verdict {
        let refusal: CallRefusal
        /// Which of the call's.
        let number: Int
    }

    enum Phase {
        /// To be sent as soon as that is possible.
        case queued
        /// Sent; to be sent again at a time, unless it must not be.
        case sent(again: Instant?)
        /// The server refuses for the moment; to be sent again at a time.
        case pausing(until: Instant)
        /// Refused for good, while another sending of it is still out: its answer is waited for, because that one may
        /// be carried out. Without a verdict when a later answer left that open.
        case settling(verdict: Verdict?)
    }

    let policy: CallPolicy
    let deadline: Instant
    /// Until when it must have been sent once.
    let connectDeadline: Instant
    /// The `connectDeadline` has passed over a connection, which merely had no room or was not answered yet.
    var isPastConnecting = false
    var phase = Phase.queued
    /// When its timer fires; `nil` without one.
    var armed: Instant?
    var firstSent: Instant?
    /// How often it was sent.
    var sends = 0
    /// Where it was sent last, over which connection of that endpoint, and when.
    var endpoint = 0
    var connection = 0
    var sentAt: Instant?
    /// Sendings on present connections without an answer.
    var pending = 0
    /// Those of them that were not to the first endpoint; `nil` when there was none.
    private var pendingElsewhere: [Int: Int]?
    /// Endpoints that could not do it, since the last pause.
    var tried: Set<Int>?
    /// Sendings that were for another server.
    var detours = 0
    /// Sendings that no answer can tell about any more, because their connection is gone.
    ///
    /// The server may have them still before it: it reads what a closed connection has left behind, and not before what
    /// came later over a new one.
    var lost = 0
    /// Sendings that were answered with "unknown": the server is done with them.
    var unclear = 0
    /// Refusals after which it was sent again.
    var retries = 0
    /// How many answers were refusals.
    var refusals = 0

    init(_ policy: CallPolicy, now: Instant) {
        self.policy = policy
        deadline = now.advanced(by: policy.timeout)
        connectDeadline = now.advanced(by: min(policy.timeout, policy.connectTimeout))
    }

    /// How many sendings to an endpoint have no answer.
    func pending(at endpoint: Int) -> Int {
        if endpoint != 0 { return pendingElsewhere?[endpoint] ?? 0 }
        return pendingElsewhere.map { pending - $0.values.reduce(0, +) } ?? pending
    }

    /// Counts sendings to an endpoint that have no answer, or have one now.
    mutating func addPending(_ count: Int, at endpoint: Int) {
        pending += count
        if endpoint != 0 {
            pendingElsewhere = (pendingElsewhere ?? [:]).merging([endpoint: count], uniquingKeysWith: +)
        }
    }

    /// The endpoints that have not answered all sendings, with how many those are.
    var unsettled: [(endpoint: Int, count: Int)] {
        [(0, pending(at: 0))] + (pendingElsewhere ?? [:]).map { ($0.key, $0.value) }
    }

    /// When something is due if nothing else happens.
    var nextDue: Instant {
        switch phase {
        case .queued: sends == 0 && !isPastConnecting ? connectDeadline : deadline
        case .sent(let again): min(deadline, again ?? deadline)
        case .pausing(let until): min(deadline, until)
        case .settling: deadline
        }
    }

    /// Whether it was refused for good, so that only what becomes of other sendings is open.
    var hasVerdict: Bool {
        if case .settling(verdict: .some) = phase { true } else { false }
    }

    /// Notes that an endpoint could not do it.
    ///
    /// - Returns: Whether there is another to try; if not, all may be tried once more.
    @discardableResult
    mutating func markTried(_ endpoint: Int, of endpoints: EndpointSelection, now: Instant) -> Bool {
        let tried = (tried ?? []).union([endpoint])
        let isAnother = endpoints.hasOther(needsActive: policy.needsActive, than: tried, now: now)
        self.tried = isAnother ? tried : nil
        return isAnother
    }

    /// Its last refusal, from 0.
    var lastRefusal: Int? { refusals > 0 ? refusals - 1 : nil }

    /// Whether every sending was answered, and each answer said that it did not happen.
    var isUndone: Bool { pending == 0 && lost == 0 && unclear == 0 }

    /// Whether a refusal of the last sending says what becomes of all of them.
    func isSettled(by refusal: CallRefusal) -> Bool {
        if isUndone { return true }
        return lost == 0 ? refusal.provesNoEarlierEffect : refusal.provesNoLaterEffect
    }

    /// How a call ends whose time is over.
    func expired(isSomebodyThere: Bool) -> CallEnd.Ending {
        guard sends > 0 else { return isSomebodyThere ? .timedOut : .unreachable }
        if policy.isWrite && !isUndone { return .outcomeUnknown }
        // An answer that is still out says that the server works on it; else its last word counts.
        if pending == 0, let lastRefusal { return .refused(by: lastRefusal) }
        return .timedOut
    }
}
