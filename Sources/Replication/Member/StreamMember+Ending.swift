internal import Platform
package import ReplicatedLog

/// Giving the part to another worker, failing, and ending.
extension StreamMember {
    /// Gives the stream to another worker, when what was decided is in the log; no write is taken from now on.
    ///
    /// - Parameter successor: Who gets it; `nil` for anyone who takes it.
    package mutating func handOver(to successor: LeaseHolder?, at now: Duration) -> [MemberAction] {
        switch state {
        case .catchingUp, .active, .resolving:
            handover = Handover(successor: successor)
            return settled(at: now)
        case .replica, .candidate:
            candidateFrom = now + settings.lease
            return []
        case .handingOver, .halting, .stopped: return []
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
            // Refused: someone has taken over, or an earlier call has done it and its answer was lost.
            if let lost = note(lease) { return stop(.log(lost)) }
            return becomeReplica(under: lease, at: now)
        case .refused(nil): return stop(.log(lostLease))
        }
    }

    // MARK: Failures

    /// Takes the answer to a call: what it has brought, or `nil` when it failed and is made again, or the worker has stopped.
    mutating func answer<Value>(_ result: Result<Value, LogError>, at now: Duration) -> Value? {
        isCalling = false
        if hasEnded { return nil }
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
    /// What was decided and has no outcome is reported as that.
    mutating func stop(_ reason: StopReason) -> [MemberAction] {
        if hasEnded { return [] }
        var actions: [MemberAction] = []
        if let openAppend, !openAppend.isInLog {
            actions.append(
                isOutcomeUnknown ? .leaveUnknown(reason.description) : .takeBack(.notServing(reason.description))
            )
        }
        (openAppend, handover, fencingLease, pendingStop, retryAt) = (nil, nil, nil, nil, nil)
        // Before anybody goes on, who cannot know of it, with other rows in the place of the lost ones.
        if case .log(let error) = reason, error.code == .lostCommits { return actions + halt(reason) }
        state = .stopped(reason)
        return actions + [.stop(reason)]
    }

    var hasEnded: Bool {
        switch state {
        case .halting, .stopped: true
        default: false
        }
    }

    mutating func halt(_ reason: StopReason) -> [MemberAction] {
        state = .halting(reason, isAsked: true)
        return [.halt("\(identity.writer): \(reason.description)")]
    }

    /// What ``MemberAction/halt(_:)`` has come to: it ends when the log has it, or will never take it.
    package mutating func didHalt(_ result: Result<HaltOutcome, LogError>, at now: Duration) -> [MemberAction] {
        guard case .halting(var reason, isAsked: true) = state else { return [] }
        switch result {
        case .failure(let error) where error.isWorthRepeating:
            state = .halting(reason, isAsked: false)
            fail(error.description, at: now)
            return proceed(at: now)
        case .success(.newEpoch(let epoch)): reason = .newEpoch(epoch)
        case .success(.halted), .failure: break
        }
        state = .stopped(reason)
        return [.stop(reason)]
    }
}
