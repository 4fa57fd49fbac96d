internal import Journal
internal import Platform
package import ReplicatedLog

/// The lease: looked at, taken, renewed and lost.
extension StreamMember {
    /// What ``MemberAction/readLease`` has come to.
    package mutating func didReadLease(_ result: Result<Lease?, LogError>, at now: Duration) -> [MemberAction] {
        guard let found = answer(result, at: now) else { return settled(at: now) }
        if let lost = note(found) { return stop(.log(lost)) }
        if let found, found.holder?.writer == identity.writer { return lead(under: found, renewedAt: nil, at: now) }
        guard isFree(found, at: now) else {
            lookAgain(at: now)
            return settled(at: now)
        }
        guard now >= candidateFrom else {
            nextLeaseLook = min(candidateFrom, now + settings.renewal)
            return settled(at: now)
        }
        state = .candidate
        return call(.acquireLease, at: now)
    }

    /// What ``MemberAction/acquireLease`` has come to.
    package mutating func didAcquire(_ result: Result<LeaseOutcome, LogError>, at now: Duration) -> [MemberAction] {
        if state == .candidate { state = .replica }
        guard let outcome = answer(result, at: now) else { return settled(at: now) }
        switch outcome {
        case .granted(let granted):
            guard granted.term > term else { return stop(.log(lostLease)) }
            lease = granted
            return lead(under: granted, renewedAt: calledAt, at: now)
        case .refused(let present):
            if let lost = note(present) { return stop(.log(lost)) }
            lookAgain(at: now)
            return settled(at: now)
        }
    }

    /// Begins a term of its own: what was written before is read first.
    ///
    /// - Parameter renewedAt: When the lease was asked for; `nil` when this worker did not ask for it itself, and so cannot
    ///   know for how long it is good.
    mutating func lead(under lease: Lease, renewedAt: Duration?, at now: Duration) -> [MemberAction] {
        state = .catchingUp(term: lease.term)
        self.renewedAt = renewedAt
        nextRenewal = renewedAt.map { $0 + settings.renewal } ?? now
        (fencingLease, retryAt) = (nil, nil)
        isCaughtUp = false
        return settled(at: now)
    }

    /// Whether nobody has the lease.
    ///
    /// One that is good for longer than a lease can be was given before the engine's clock was set back. A holder that is there
    /// renews it within the time of one lease; where nobody does, it is free, however far the clock was set.
    private mutating func isFree(_ found: Lease?, at now: Duration) -> Bool {
        guard let found, !found.isFree else {
            overlongSince = nil
            return true
        }
        guard found.remaining > settings.lease else {
            overlongSince = nil
            return false
        }
        let since = overlongSince ?? now
        overlongSince = since
        return now >= since + settings.lease
    }

    // MARK: Renewing

    /// By what the active finds out whether the log still has what was confirmed.
    var knownRow: KnownRow { KnownRow(position: applied.position, checksum: applied.checksum) }

    mutating func renew(at now: Duration) -> [MemberAction] {
        switch state {
        case .catchingUp(let term), .active(let term):
            renewingSince = now
            return [.renewLease(term: term)]
        default: return []
        }
    }

    /// What ``MemberAction/renewLease(term:)`` has come to.
    package mutating func didRenew(
        _ result: Result<LeaseOutcome, LogError>,
        term: Int,
        at now: Duration
    ) -> [MemberAction] {
        let sent = renewingSince ?? now
        renewingSince = nil
        if case .success = result { heardAt = max(heardAt, sent) }
        switch state {
        case .catchingUp(term), .active(term): break
        // The answer to a term that has ended.
        default: return proceed(at: now)
        }
        switch result {
        case .failure(let error):
            guard error.isWorthRepeating else { return stop(.log(error)) }
            trouble = error.description
            if error.code == .notDurable {
                // The lease was renewed, and is kept: no other worker has another engine.
                heardAt = max(heardAt, sent)
                (renewedAt, nextRenewal) = (nil, sent + settings.renewal)
            } else {
                nextRenewal = now + backoff.next()
            }
        case .success(.granted(let granted)):
            guard granted.term == term else { return stop(.log(lostLease)) }
            if let lost = note(granted) { return stop(.log(lost)) }
            // From when it was sent: the engine has counted from a later moment.
            renewedAt = sent
            nextRenewal = sent + settings.renewal
            trouble = nil
            backoff.reset()
        case .success(.refused(let present)):
            if let lost = note(present) { return stop(.log(lost)) }
            guard let present else { return stop(.log(lostLease)) }
            fencingLease = present
        }
        return settled(at: now)
    }

    // MARK: Losing it

    /// Follows the worker that has the lease now.
    mutating func becomeReplica(under lease: Lease, at now: Duration) -> [MemberAction] {
        if lease.holder?.writer == identity.writer, lease.term == term {
            // Raised by a call of its own that was taken for lost.
            return lead(under: lease, renewedAt: nil, at: now)
        }
        state = .replica
        (handover, fencingLease, retryAt, renewedAt) = (nil, nil, nil, nil)
        isCaughtUp = false
        nextPoll = now
        lookAgain(at: now)
        return settled(at: now)
    }

    /// Looks at the lease when it may have run out, and as often as at the log: its holder may have given it up.
    mutating func lookAgain(at now: Duration) {
        nextLeaseLook = now + min(max(lease?.remaining ?? .zero, settings.backoff.lowerBound), settings.poll)
    }

    /// Remembers a lease; why that cannot be the one of this stream, if so.
    ///
    /// Terms never fall, and one has one holder: an engine that says otherwise has lost what it had confirmed.
    mutating func note(_ found: Lease?) -> LogError? {
        guard let found else { return lease == nil ? nil : lostLease }
        guard found.term >= term else { return lostLease }
        if found.term == term, let before = lease?.holder, let holder = found.holder, before.writer != holder.writer {
            return lostLease
        }
        lease = found
        return nil
    }

    var lostLease: LogError { .lostLease(of: identity.stream, term: term) }
}
