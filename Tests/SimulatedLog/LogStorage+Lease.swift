internal import ReplicatedLog

extension LogStorage {
    /// Why a stream is halted; `nil` when it is not.
    package func halt(of stream: String) -> String? { streams[stream]?.lease?.halt }

    func lease(of stream: String, at clock: Duration) -> Lease? { streams[stream]?.lease?.lease(at: clock) }

    mutating func acquireLease(of stream: String, for holder: LeaseHolder, _ duration: Duration, at clock: Duration)
        -> LeaseOutcome
    {
        let present = lease(of: stream, at: clock)
        let isFree = present.map { $0.isFree || $0.holder?.writer == holder.writer || $0.remaining > duration } ?? true
        guard isFree, present?.halt == nil else { return .refused(present) }
        return setLease(of: stream, (present?.term ?? 0) + 1, holder, expires: clock + duration, at: clock)
    }

    /// Changes the lease of a term that a writer holds.
    ///
    /// - Parameter change: Gets term and holder, gives what they are to be.
    mutating func changeLease(
        of stream: String,
        term: Int,
        by writer: String,
        expires: Duration,
        at clock: Duration,
        _ change: (Int, LeaseHolder) -> (Int, LeaseHolder?)
    ) -> LeaseOutcome {
        let present = lease(of: stream, at: clock)
        guard let present, present.halt == nil, present.term == term, let holder = present.holder,
            holder.writer == writer
        else {
            return .refused(present)
        }
        let (term, successor) = change(term, holder)
        return setLease(of: stream, term, successor, expires: expires, at: clock)
    }

    /// Whether the row that a worker knows is still there.
    func check(_ row: KnownRow, of name: String) throws(LogError) {
        let rows = streams[name]?.rows ?? [:]
        let hasNext = (streams[name]?.last ?? 0) > row.position
        try row.check(rows[row.position]?.checksum, hasNext: hasNext, in: name)
    }

    mutating func halt(_ stream: String, because reason: String, in epoch: String, at clock: Duration) -> HaltOutcome {
        if let present = streams[stream]?.epoch, present != epoch { return .newEpoch(present) }
        let present = streams[stream]?.lease
        remember { $0.streams[stream]?.lease = present }
        let term = (present?.term ?? 0) + 1
        let halt = present?.halt ?? reason
        streams[stream, default: Stream()].lease = StoredLease(term: term, holder: nil, expires: clock, halt: halt)
        return .halted
    }

    private mutating func setLease(
        of stream: String,
        _ term: Int,
        _ holder: LeaseHolder?,
        expires: Duration,
        at clock: Duration
    ) -> LeaseOutcome {
        let before = streams[stream]?.lease
        remember { $0.streams[stream]?.lease = before }
        let lease = StoredLease(term: term, holder: holder, expires: expires)
        streams[stream, default: Stream()].lease = lease
        return .granted(lease.lease(at: clock))
    }
}

extension LogStorage.StoredLease {
    func lease(at clock: Duration) -> Lease {
        Lease(term: term, holder: holder, remaining: expires - clock, halt: halt)
    }
}
