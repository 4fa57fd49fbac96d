internal import Messages

/// What decides when a call is sent, sent again, and given up.
struct CallPolicy {
    /// The time for everything.
    var timeout: Duration
    /// The time until it must have been sent once.
    var connectTimeout: Duration
    /// Whether it changes something.
    var isWrite: Bool
    /// Whether it has an idempotency key.
    var isKeyed: Bool

    /// Whether a second execution does no harm.
    var mayRepeat: Bool { !isWrite || isKeyed }

    init(timeout: Duration, connectTimeout: Duration, isWrite: Bool, isKeyed: Bool) {
        self.timeout = timeout
        self.connectTimeout = connectTimeout
        self.isWrite = isWrite
        self.isKeyed = isKeyed
    }

    init(_ options: CallOptions) {
        timeout = options.timeout
        connectTimeout = options.connectTimeout
        isWrite = options.isWrite
        isKeyed = options.idempotencyKey != nil
    }
}

/// What is known of one call that has not ended.
struct PendingCall {
    typealias Instant = SuspendingClock.Instant

    enum Phase {
        /// To be sent as soon as that is possible.
        case queued
        /// Sent; to be sent again at a time, unless it must not be.
        case sent(again: Instant?)
        /// The service refuses for the moment; to be sent again at a time.
        case pausing(until: Instant)
        /// Refused for good, while another sending of it is still out: its answer is waited for, because that one may
        /// be carried out. Without a verdict when a later answer left that open.
        case settling(verdict: RPCError?)
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
    /// Over which connection it was sent last.
    var connection = 0
    /// Sendings on the present connection without an answer.
    var pending = 0
    /// Sendings that no answer can tell about any more, because their connection is gone.
    ///
    /// The service may have them still before it: it reads what a closed connection has left behind, and not before what
    /// came later over a new one.
    var lost = 0
    /// Sendings that were answered with "unknown": the service is done with them.
    var unclear = 0
    /// Retryable errors so far.
    var retries = 0
    var lastError: RPCError?

    init(_ policy: CallPolicy, now: Instant) {
        self.policy = policy
        deadline = now.advanced(by: policy.timeout)
        connectDeadline = now.advanced(by: min(policy.timeout, policy.connectTimeout))
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

    /// Whether every sending was answered, and each answer said that it did not happen.
    var isUndone: Bool { pending == 0 && lost == 0 && unclear == 0 }

    /// Whether a refusal of the last sending says what becomes of all of them.
    func isSettled(by refusal: RPCError) -> Bool {
        if isUndone { return true }
        return lost == 0 ? refusal.provesNoEarlierEffect : refusal.provesNoLaterEffect
    }

    /// How a call ends whose time is over.
    func expired(isSomebodyThere: Bool) -> CallError.Code {
        guard sends > 0 else { return isSomebodyThere ? .timedOut : .unreachable }
        if policy.isWrite && !isUndone { return .outcomeUnknown }
        // An answer that is still out says that the service works on it; else its last word counts.
        if pending == 0, let lastError { return .refused(lastError) }
        return .timedOut
    }
}

/// What a reply says to a call.
enum CallAnswer {
    /// It was done.
    case result
    /// It was refused, or failed.
    case error(RPCError)
    /// A reply to this call that cannot be understood.
    case unreadable(String)
}

/// How a call ended: the one time its caller is told.
struct CallEnd: Hashable {
    enum Ending: Hashable {
        /// By the result in the reply at hand.
        case answered
        /// Without one.
        case failed(CallError.Code)
    }

    let number: Int
    let ending: Ending
    /// How often it was sent.
    let sends: Int
    /// When it was first sent.
    let firstSent: SuspendingClock.Instant?
    let lastError: RPCError?
}
