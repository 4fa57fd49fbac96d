package import Journal
internal import Platform
package import ReplicatedLog

/// One worker's part in a stream, decided without I/O: it is told what has happened and when, and returns what is to be done.
///
/// At most one worker of a stream is active: it holds the lease and adds rows. The others are replicas, and apply them.
/// Safety rests on the log alone, which takes a row only behind the last one and under the newest term. The time of
/// the lease, and every clock, decide only when someone else may take over.
///
/// ## Rules
/// - One call of the log at a time, besides the renewal of the lease, so that no answer meets another part than asked for it.
/// - Every read begins with the last row that the store has, and that row has to be the same: an engine that has lost what it
///   had confirmed is found out before anything more is applied, or served.
/// - What was decided is committed when the log has it, taken back when the log is known not to have it, and waits
///   while nobody knows.
/// - An active that cannot renew its lease stops taking writes, and gives up nothing else until it learns of a newer term.
///
/// Times are those of a clock that only goes forward. It need not go on while the machine is suspended: a worker that
/// believes its lease too long is refused by the log.
package struct StreamMember: Sendable {
    /// What it does now.
    package enum State: Sendable, Hashable {
        /// It follows the log.
        case replica
        /// It has asked for the lease, which was free.
        case candidate
        /// It has the lease, and reads the log to its end.
        case catchingUp(term: Int)
        /// It takes writes.
        case active(term: Int)
        /// It finds out what became of an append, by raising its term.
        case resolving(term: Int)
        /// It gives the lease to another worker, or up.
        case handingOver(term: Int, to: LeaseHolder?)
        /// It has found that the log has lost rows, and says so in the log before it ends; whether that is in progress.
        case halting(StopReason, isAsked: Bool)
        /// It has no part any more.
        case stopped(StopReason)
    }

    /// What was decided and is to become a row.
    struct OpenAppend: Sendable {
        let row: LogRow
        var conflicts = 0
        /// Whether the log has it, so that only the store is missing.
        var isInLog = false
    }

    /// A store that has not taken what it should.
    struct FailingStore: Sendable {
        let message: String
        let retryAt: Duration
    }

    /// A planned handover that waits for the append in progress.
    struct Handover: Sendable {
        let successor: LeaseHolder?
    }

    package let identity: LogIdentity
    package let settings: ReplicationSettings
    package internal(set) var state = State.replica
    /// The last row that the store has.
    package internal(set) var applied: AppliedRow
    /// The last row of the log, as far as is known.
    package internal(set) var logEnd: Int
    /// The lease as it was last heard of.
    package internal(set) var lease: Lease?
    /// What the log has refused last, until one of its calls succeeds.
    package internal(set) var trouble: String?
    /// Where the log begins, when a snapshot is needed to follow it.
    package internal(set) var oldestRow: Int?

    /// Why this worker cannot go on in its stream as the log has it, which is found out before it could take the lease.
    package var misfit: String?

    /// The term of the last row that was read in this life.
    var appliedTerm = 0
    /// Whether a call other than a renewal is in progress, and since when.
    var isCalling = false
    var calledAt = Duration.zero
    /// Since when a renewal is in progress.
    var renewingSince: Duration?
    /// When the last renewal that succeeded was sent; `nil` when none of this term has.
    var renewedAt: Duration?
    /// A newer lease that was heard of while an append was in progress.
    var fencingLease: Lease?
    var openAppend: OpenAppend?
    var handover: Handover?
    /// Whether the driver was asked to change the store, and has not said what came of it.
    var isStoring = false
    var failingStore: FailingStore?
    /// Whether the last read has come to the end of the log.
    var isCaughtUp = false
    /// When the log was last heard of: of the calls that it answered, when the latest was sent.
    var heardAt = Duration.zero
    /// The end of the log as the first read has found it.
    var firstEnd: Int?

    var backoff: Backoff
    /// Before that nothing is tried again; `nil` when nothing has failed.
    var retryAt: Duration?
    var nextPoll = Duration.zero
    var nextLeaseLook = Duration.zero
    var nextRenewal = Duration.zero
    /// What was found to end it.
    var pendingStop: StopReason?
    /// Since when the lease is good for longer than a lease can be; see ``isFree(_:at:)``.
    var overlongSince: Duration?
    /// Before that it does not ask for the lease, which it has just given up.
    var candidateFrom = Duration.zero

    /// A replica whose store has the rows up to one.
    ///
    /// - Parameters:
    ///   - identity: The stream, and the name of this life of the worker.
    ///   - applied: What its store says.
    ///   - settings: How it keeps its part.
    ///   - seed: Spreads its pauses.
    package init(
        _ identity: LogIdentity,
        applied: AppliedRow,
        settings: ReplicationSettings = ReplicationSettings(),
        seed: UInt64
    ) {
        self.identity = identity
        self.applied = applied
        self.settings = settings
        logEnd = applied.position
        backoff = Backoff(settings.backoff, seed: seed)
    }

    /// How many rows of the log are not in the store, as far as is known.
    package var lag: Int { max(0, logEnd - applied.position) }

    /// For how long nothing was heard of the log, however many rows it has got meanwhile.
    package func silence(at now: Duration) -> Duration { max(.zero, now - heardAt) }

    /// Whether that is so long that another worker may have taken the stream over, and written.
    package func isCutOff(at now: Duration) -> Bool { silence(at: now) > settings.lease }

    /// Whether the store has had all that was in the log when this worker came.
    package var isFollowing: Bool { firstEnd.map { applied.position >= $0 } ?? false }

    /// The newest term that is known of.
    var term: Int { lease?.term ?? 0 }

    // MARK: Time

    /// Begins.
    package mutating func start(at now: Duration) -> [MemberAction] {
        heardAt = now
        guard applied.position == 0 || !applied.checksum.isEmpty else {
            return stop(.log(.unknownRow(of: identity.stream, at: applied.position)))
        }
        return proceed(at: now)
    }

    /// Goes on when something is due: at ``wakeTime``, or later.
    package mutating func wake(at now: Duration) -> [MemberAction] { proceed(at: now) }

    /// Hears that there may be new rows.
    ///
    /// - Parameter isLeaseChanged: Whether the lease may have changed hands, too.
    package mutating func hint(isLeaseChanged: Bool = false, at now: Duration) -> [MemberAction] {
        nextPoll = min(nextPoll, now)
        if isLeaseChanged { nextLeaseLook = min(nextLeaseLook, now) }
        return proceed(at: now)
    }

    /// When something is due by itself; `nil` while only answers are awaited.
    package var wakeTime: Duration? {
        [nextCallTime, nextRenewalTime].compactMap { $0 }.min()
    }

    private var nextCallTime: Duration? {
        if case .halting(_, let isAsked) = state { return isAsked ? nil : retryAt ?? .zero }
        guard !isCalling, !isStoring else { return nil }
        switch state {
        case .replica where failingStore != nil: return failingStore?.retryAt
        case .replica: return max(retryAt ?? .zero, isCaughtUp ? min(nextPoll, nextLeaseLook) : nextPoll)
        case .active: return openAppend == nil && handover == nil ? nil : retryAt ?? .zero
        case .catchingUp, .resolving, .handingOver: return retryAt ?? .zero
        case .candidate, .halting, .stopped: return nil
        }
    }

    private var nextRenewalTime: Duration? {
        guard renewingSince == nil, fencingLease == nil else { return nil }
        switch state {
        case .catchingUp, .active: return nextRenewal
        default: return nil
        }
    }

    /// Everything that is due.
    mutating func proceed(at now: Duration) -> [MemberAction] {
        var actions: [MemberAction] = []
        if let time = nextRenewalTime, time <= now { actions += renew(at: now) }
        guard let time = nextCallTime, time <= now else { return actions }
        switch state {
        case .replica: actions += follow(at: now)
        case .catchingUp: actions += read(at: now)
        case .active: actions += continueWriting(at: now)
        case .resolving: actions += resolve(at: now)
        case .handingOver(let term, let successor): actions += call(.handOver(term: term, to: successor), at: now)
        case .halting(let reason, _): actions += halt(reason)
        case .candidate, .stopped: break
        }
        return actions
    }

    /// Makes a call; the next one is made when it was answered.
    mutating func call(_ action: MemberAction, at now: Duration) -> [MemberAction] {
        isCalling = true
        calledAt = now
        return [action]
    }
}
