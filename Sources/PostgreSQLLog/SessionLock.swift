internal import ReplicatedLog

/// What one connection knows of the lock by which the database tells that the session of a lease's holder has ended.
///
/// The holder locks its term in its session, and PostgreSQL frees such a lock when the session ends, at once where a process
/// was killed: its kernel closes the connection. Others look whether it is locked when they look at the lease. The
/// lock only says that nobody need wait for the lease to run out; who may write is the term's to say.
///
/// A lock that is free proves nothing by itself: an older version takes none, and behind a pool that shares its connections
/// a session is not a worker's. So it counts only for anyone who has seen it locked, over the same connection.
struct SessionLock {
    /// How long the lock has to be free before the lease is: a connection may end while its worker lives, which is back in less.
    static let grace = Duration.milliseconds(250)

    /// The term that this worker holds; `nil` when it holds none.
    private var own: Int?
    /// The term that is locked in this session, or cannot be; 0 for none.
    private var locked = 0
    /// The term of another worker that was seen locked, and since when it is not.
    private var seen = 0
    private var freeSince: SuspendingClock.Instant?

    /// The term whose holder's session has ended; 0 for none.
    private(set) var ended = 0

    // MARK: For the holder

    /// What is to be locked: the term, and the one to unlock for it, 0 for none; `nil` when nothing is.
    var due: (term: Int, former: Int)? { own.flatMap { $0 == locked ? nil : ($0, locked) } }

    /// The lease is as this.
    mutating func note(_ lease: Lease?, as writer: String) {
        own = lease?.holder?.writer == writer ? lease?.term : nil
    }

    /// What came of locking a term.
    ///
    /// - Parameter isLocked: `nil` where the session is not this worker's own; it is not tried again then.
    mutating func didLock(_ term: Int, isLocked: Bool?) { locked = isLocked == false ? 0 : term }

    /// There is a new session, which has locked and seen nothing.
    mutating func reset() { (locked, seen, freeSince, ended) = (0, 0, nil, 0) }

    // MARK: For the others

    /// Looks at a lease and whether its term was locked at that moment; the lease as it counts.
    mutating func judge(_ lease: Lease, isLocked: Bool, at now: SuspendingClock.Instant) -> Lease {
        if isLocked { (seen, freeSince, ended) = (lease.term, nil, 0) }
        guard !isLocked, lease.term == seen, lease.holder != nil else { return lease }
        let since = freeSince ?? now
        freeSince = since
        guard now - since >= Self.grace else { return lease }
        ended = lease.term
        return Lease(term: lease.term, holder: lease.holder, remaining: .zero)
    }
}

extension SessionLock {
    /// NULL where another process answers than the connection began with: there is a pool in between.
    static let lock = Statement(
        "lock",
        """
        SELECT CASE WHEN pg_backend_pid() = $4::int8 THEN pg_try_advisory_lock(\(key(stream: "$1::text", term: "$2::int8"))) END,
            CASE WHEN $3::int8 > 0 AND pg_backend_pid() = $4::int8
                THEN pg_advisory_unlock(\(key(stream: "$1::text", term: "$3::int8"))) END
        """
    )

    /// Whether someone has locked a term: for the length of the transaction it is shared with others who look.
    static func isFree(stream: String, term: String) -> String {
        "pg_try_advisory_xact_lock_shared(\(key(stream: stream, term: term)))"
    }

    private static func key(stream: String, term: String) -> String {
        "hashtextextended('jangteo.lease ' || \(stream), \(term))"
    }
}
