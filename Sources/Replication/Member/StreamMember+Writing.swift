internal import Journal
internal import Platform
package import ReplicatedLog

/// Adding rows: one at a time, and nothing is reported of one before its outcome is known.
extension StreamMember {
    /// Why a write is not taken now; `nil` while it is.
    package func refusal(at now: Duration) -> WriteRefusal? {
        switch state {
        case .halting(let reason, _), .stopped(let reason): return .notServing(reason.description)
        case .replica, .candidate: return notActive
        case .handingOver(_, let successor): return .notActive(successor)
        case .catchingUp: return .notServing("This worker has just taken over, and reads the log to its end")
        case .resolving: return .notServing("It is being found out whether the log has the last writes")
        case .active: break
        }
        if let fencingLease { return .notActive(fencingLease.holder) }
        if let handover { return .notActive(handover.successor) }
        if openAppend != nil { return .busy }
        guard let renewedAt, now < renewedAt + settings.writesWithoutRenewal else {
            return .notServing(trouble ?? "The lease could not be renewed in time; it is tried again by itself")
        }
        if let retryAt, now < retryAt { return .notServing(trouble ?? "The log has refused the last writes") }
        return nil
    }

    /// Why nobody takes writes, as the log has it; `nil` where nothing was found to be lost.
    var halt: String? { lease?.halt.map { "The stream is halted by \($0)" } }

    private var notActive: WriteRefusal {
        if let halt { return .notServing(halt) }
        if let lease, let holder = lease.holder, holder.writer != identity.writer { return .notActive(holder) }
        if let oldestRow {
            return .notServing(
                "The log begins at \(oldestRow), and row \(applied.position + 1) is needed: a snapshot is missing"
            )
        }
        return .notServing(failingStore?.message ?? trouble ?? "No worker has taken the stream over yet")
    }

    /// Adds a row of what was decided.
    ///
    /// - Throws: Why it is not taken: to be taken back, and refused.
    package mutating func append(
        _ payload: LogPayload,
        at now: Duration
    ) throws(WriteRefusal) -> [MemberAction] {
        if let refusal = refusal(at: now) { throw refusal }
        guard case .active(let term) = state else { throw .busy }
        let row = LogRow(payload, at: applied.position + 1, term: term, by: identity)
        openAppend = OpenAppend(row: row)
        retryAt = nil
        return call(.append(row), at: now)
    }

    /// What an active has to do besides waiting for writes.
    mutating func continueWriting(at now: Duration) -> [MemberAction] {
        guard case .active(let term) = state else { return [] }
        guard let row = appending else { return handover == nil ? [] : giveLease(of: term, at: now) }
        return call(.append(row), at: now)
    }

    /// The row that is on its way to the log.
    package var appending: LogRow? { openAppend?.row }

    // MARK: Outcomes

    /// What ``MemberAction/append(_:position:term:)`` has come to.
    package mutating func didAppend(_ outcome: AppendOutcome, at now: Duration) -> [MemberAction] {
        isCalling = false
        guard case .active(let term) = state, let open = openAppend else { return settled(at: now) }
        switch outcome {
        case .appended: return keep(open, at: now)
        // It is this very row: the engine was asked twice.
        case .taken(let row) where row.checksum == open.row.checksum: return keep(open, at: now)
        case .taken(let row) where row.term > term:
            return takeBack(.notActive(nil)) + retreat(at: now)
        case .taken:
            return takeBack(.superseded) + readAgain(in: term, at: now)
        case .fenced(let lease):
            if let lost = note(lease) { return stop(.log(lost)) }
            fencingLease = nil
            return takeBack(.notActive(lease.holder)) + becomeReplica(under: lease, at: now)
        case .unknown(let reason):
            trouble = "It is not known whether the log has the last writes: \(reason)"
            state = .resolving(term: term)
            return settled(at: now)
        case .conflict: return repeatAppend(open, at: now)
        case .failed(let error): return failedAppend(error, in: term, at: now)
        }
    }

    /// The log has it: the store follows.
    private mutating func keep(_ open: OpenAppend, at now: Duration) -> [MemberAction] {
        heardAt = max(heardAt, calledAt)
        openAppend?.isInLog = true
        isStoring = true
        appliedTerm = open.row.term
        succeed()
        return [.commit(open.row)]
    }

    /// Ends what was decided: nothing of it is in the log.
    mutating func takeBack(_ refusal: WriteRefusal) -> [MemberAction] {
        guard openAppend != nil else { return [] }
        openAppend = nil
        return [.takeBack(refusal)]
    }

    /// Gives up an append that the log has refused, and that was to be made again.
    package mutating func withdrawAppend() -> [MemberAction] {
        guard case .active = state, let openAppend, !openAppend.isInLog, !isCalling, !isStoring else { return [] }
        return takeBack(.notServing("The log could not order the write among others in time"))
    }

    private mutating func repeatAppend(_ open: OpenAppend, at now: Duration) -> [MemberAction] {
        openAppend?.conflicts += 1
        guard open.conflicts < settings.mostConflicts, fencingLease == nil else {
            return takeBack(.notServing("The log could not order the write among others")) + settled(at: now)
        }
        retryAt = now + backoff.next()
        return settled(at: now)
    }

    private mutating func failedAppend(_ error: LogError, in term: Int, at now: Duration) -> [MemberAction] {
        switch error.code {
        case .outOfOrder: return takeBack(.superseded) + readAgain(in: term, at: now)
        case .invalid: return takeBack(.invalid(error.description)) + settled(at: now)
        default:
            guard error.isWorthRepeating else { return stop(.log(error)) }
            fail(error.description, at: now)
            return takeBack(.notServing(error.description)) + settled(at: now)
        }
    }

    /// Reads what is at the end of the log, under the same term.
    private mutating func readAgain(in term: Int, at now: Duration) -> [MemberAction] {
        state = .catchingUp(term: term)
        isCaughtUp = false
        return settled(at: now)
    }

    /// Follows someone of whom only a row is known.
    private mutating func retreat(at now: Duration) -> [MemberAction] {
        state = .replica
        (handover, fencingLease, renewedAt) = (nil, nil, nil)
        isCaughtUp = false
        (nextPoll, nextLeaseLook) = (now, now)
        return settled(at: now)
    }

    // MARK: Unknown outcomes

    var isResolving: Bool {
        if case .resolving = state { true } else { false }
    }

    mutating func resolve(at now: Duration) -> [MemberAction] {
        guard case .resolving(let term) = state, let open = openAppend else { return [] }
        return call(.resolve(position: open.row.position, term: term), at: now)
    }

    /// What ``MemberAction/resolve(position:term:)`` has come to.
    package mutating func didResolve(_ result: Result<AppendResolution, LogError>, at now: Duration) -> [MemberAction] {
        guard let resolution = answer(result, at: now) else { return settled(at: now) }
        guard let open = openAppend else { return settled(at: now) }
        if let lost = note(resolution.lease) { return stop(.log(lost)) }
        let actions: [MemberAction]
        switch resolution {
        case .applied: actions = keep(open, at: now)
        case .notApplied(let lease):
            let isOurs = lease.holder?.writer == identity.writer
            actions = takeBack(isOurs ? .notServing("The connection to the log ended") : .notActive(lease.holder))
        }
        fencingLease = nil
        guard resolution.lease.holder?.writer == identity.writer else {
            return actions + becomeReplica(under: resolution.lease, at: now)
        }
        return actions + lead(under: resolution.lease, renewedAt: calledAt, at: now)
    }
}
