package import Journal
internal import Platform
package import ReplicatedLog

/// Reading the log and applying it: as a replica, and before the first write of a new active.
extension StreamMember {
    /// The next step of a replica.
    mutating func follow(at now: Duration) -> [MemberAction] {
        if failingStore != nil {
            isStoring = true
            return [.repairStore]
        }
        // First the rows: only who has read the log to its end asks for the lease.
        guard nextPoll > now, isCaughtUp else { return read(at: now) }
        if let misfit { return stop(.store(misfit)) }
        return call(.readLease, at: now)
    }

    /// Reads on, the last row that the store has included.
    mutating func read(at now: Duration) -> [MemberAction] {
        call(.read(after: max(0, applied.position - 1)), at: now)
    }

    /// What ``MemberAction/read(after:)`` has come to.
    package mutating func didRead(_ result: Result<ReadOutcome, LogError>, at now: Duration) -> [MemberAction] {
        guard let outcome = answer(result, at: now) else { return settled(at: now) }
        nextPoll = now + settings.poll
        switch outcome {
        case .rows(let rows, let last): return take(rows, last: last, at: now)
        case .ahead(let last):
            return stop(.log(.lostRows(of: identity.stream, after: last, known: applied.position)))
        case .pruned(let oldest): return miss(rowsBefore: oldest, at: now)
        }
    }

    private mutating func take(_ rows: [LogRow], last: Int, at now: Duration) -> [MemberAction] {
        var new = rows[...]
        if applied.position > 0 {
            guard let known = new.popFirst(), known.position == applied.position else {
                return stop(.log(.lostRows(of: identity.stream, after: last, known: applied.position)))
            }
            guard known.checksum == applied.checksum else {
                return stop(.log(.anotherRow(of: identity.stream, at: applied.position)))
            }
            appliedTerm = known.term
        }
        for row in new {
            guard row.term >= appliedTerm else {
                return stop(.log(.fallingTerm(of: identity.stream, at: row.position)))
            }
            appliedTerm = row.term
        }
        oldestRow = nil
        logEnd = last
        firstEnd = firstEnd ?? last
        isCaughtUp = last == applied.position + new.count
        if !isCaughtUp { nextPoll = now }
        guard !new.isEmpty else { return settled(at: now) }
        isStoring = true
        return [.apply(Array(new))]
    }

    /// Rows are missing that nobody can read any more.
    private mutating func miss(rowsBefore oldest: Int, at now: Duration) -> [MemberAction] {
        isCaughtUp = false
        let isNew = oldestRow != oldest
        oldestRow = oldest
        if case .catchingUp(let term) = state {
            // Anyone who has those rows has to serve.
            state = .handingOver(term: term, to: nil)
        } else {
            retryAt = now + settings.backoff.upperBound
        }
        return (isNew ? [.needSnapshot(from: oldest - 1)] : []) + settled(at: now)
    }

    /// The store has come from a snapshot.
    package mutating func didInstallSnapshot(_ applied: AppliedRow, at now: Duration) -> [MemberAction] {
        self.applied = applied
        (appliedTerm, oldestRow, retryAt, nextPoll) = (0, nil, nil, now)
        return proceed(at: now)
    }

    /// What the store has after it was asked to change, and why not all of it.
    package mutating func didStore(
        _ applied: AppliedRow,
        failure: StoreFailure? = nil,
        at now: Duration
    ) -> [MemberAction] {
        isStoring = false
        self.applied = applied
        if hasEnded { return [] }
        logEnd = max(logEnd, applied.position)
        // What the log has and the store has not is applied when it is read.
        if openAppend?.isInLog == true { openAppend = nil }
        switch failure {
        case nil:
            if failingStore != nil { (failingStore, nextPoll) = (nil, now) }
            return settled(at: now)
        case .permanent(let message): return stop(.store(message))
        case .newEpoch(let epoch): return stop(.newEpoch(epoch))
        case .transient(let message):
            failingStore = FailingStore(message: message, retryAt: now + backoff.next())
            isCaughtUp = false
            // Another worker, whose disk works, can go on at once.
            switch state {
            case .catchingUp(let term), .active(let term):
                state = .handingOver(term: term, to: nil)
            default: break
            }
            return settled(at: now)
        }
    }

    /// Goes on with what the answer, or the store, has left to do.
    mutating func settled(at now: Duration) -> [MemberAction] {
        if let pendingStop { return stop(pendingStop) }
        guard !isCalling, !isStoring else { return [] }
        // A worker that finds out what became of an append hears of the lease once more with that.
        if let fencing = fencingLease, !isResolving {
            fencingLease = nil
            return takeBack(.notActive(fencing.holder)) + becomeReplica(under: fencing, at: now)
        }
        if case .catchingUp(let term) = state {
            if handover != nil { return giveLease(of: term, at: now) }
            if isCaughtUp, retryAt == nil, applied.position >= logEnd { state = .active(term: term) }
        }
        return proceed(at: now)
    }
}
