package import ReplicatedLog

/// Giving the part to another worker, failing, and ending.
extension StreamMember {
    /// Gives the stream to another worker, when what was decided is in the log; no write is taken from now on.
    ///
    /// - Parameter successor: Who gets it; `nil` for whoever takes it.
    package mutating func handOver(to successor: LeaseHolder?, at now: Duration) -> [MemberAction] {
        switch state {
        case .catchingUp, .active, .resolving:
            handover = Handover(successor: successor)
            return settled(at: now)
        case .replica, .candidate:
            candidateFrom = now + settings.lease
            return []
        case .handingOver, .stopped: return []
        }
    }

    /// The moment at which nothing that was decided waits for its outcome any more.
    mutating func giveLease(of term: Int, at now: Duration) -> [MemberAction] {
        state = .handingOver(term: term, to: handover?.successor)
        (handover, retryAt) = (nil, nil)
        return settled(at: now)
    }

    /// What ``MemberAction/handOver(term:to:)`` has come to.
    package mutating func didHandOver(_ result: Result<LeaseOutcome, LogError>, at now: Duration) -> [MemberAction] {
        guard let outcome = answer(result, at: now) else { return settled(at: now) }
        candidateFrom = now + settings.lease
        switch outcome {
        case .granted(let lease), .refused(let lease?):
            // Refused: somebody has taken over, or an earlier call has done it and its answer was lost.
            if let lost = note(lease) { return stop(.log(lost)) }
            return becomeReplica(under: lease, at: now)
        case .refused(nil): return stop(.log(lostLease))
        }
    }

    // MARK: Failures

    /// Takes the answer to a call: what it has brought, or `nil` when it failed and is made again, or the worker has stopped.
    mutating func answer<Value>(_ result: Result<Value, LogError>, at now: Duration) -> Value? {
        isCalling = false
        if case .stopped = state { return nil }
        switch result {
        case .success(let value):
            heardAt = calledAt
            succeed()
            return value
        case .failure(let error) where error.isWorthRepeating:
            isCaughtUp = false
            fail(error.description, at: now)
            return nil
        case .failure(let error):
            pendingStop = .log(error)
            return nil
        }
    }

    mutating func succeed() {
        (trouble, retryAt) = (nil, nil)
        backoff.reset()
    }

    mutating func fail(_ message: String, at now: Duration) {
        trouble = message
        retryAt = now + backoff.next()
    }

    /// Whether the log may have, or get, what was decided.
    private var isOutcomeUnknown: Bool { isResolving || isCalling }

    // MARK: The end

    /// Serves nothing from now on.
    ///
    /// What was decided and has no outcome is told as that.
    mutating func stop(_ reason: StopReason) -> [MemberAction] {
        if case .stopped = state { return [] }
        var actions: [MemberAction] = []
        if let openAppend, !openAppend.isInLog {
            actions.append(
                isOutcomeUnknown ? .leaveUnknown(reason.description) : .takeBack(.notServing(reason.description))
            )
        }
        state = .stopped(reason)
        (openAppend, handover, fencingLease, pendingStop) = (nil, nil, nil, nil)
        return actions + [.stop(reason)]
    }
}
