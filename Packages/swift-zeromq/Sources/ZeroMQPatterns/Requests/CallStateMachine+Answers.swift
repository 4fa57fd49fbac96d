extension CallStateMachine {
    /// Whether an answer from an endpoint to a call is one that it waits for.
    ///
    /// The refusals for which this is so are a call's refusals, which a ``CallEnd`` names by their order: anyone who
    /// wants to know them keeps each before handing it on. Others are dropped, so nobody can make that many.
    public func expects(_ number: Int, from endpoint: Int = 0) -> Bool {
        calls[number].map { $0.sends > 0 && $0.pending(at: endpoint) > 0 } ?? false
    }

    /// A reply to a call.
    ///
    /// - Returns: How the call has ended, if that has ended it.
    public mutating func reply(_ number: Int, answer: CallAnswer, from endpoint: Int = 0, now: Instant) -> CallEnd? {
        if endpoints.hasSeveral { endpoints.heard(from: endpoint, now: now) }
        // Without `pending` it answers twice, or on a connection that was given up. A result is true in any case.
        guard var call = calls[number], call.sends > 0, call.pending(at: endpoint) > 0 || answer.isResult else {
            statistics.lateReplies += 1
            return nil
        }
        switch answer {
        case .result:
            if endpoints.hasSeveral, endpoints.served(by: endpoint, isActive: call.policy.needsActive) {
                releaseSeekers()
            }
            return end(number, as: .answered)
        case .unreadable:
            return end(number, as: call.policy.isWrite ? .outcomeUnknown : .unreadable)
        case .refusal(let refusal):
            call.addPending(-1, at: endpoint)
            call.refusals += 1
            if refusal.mayHaveHappened {
                call.unclear += 1
                // An earlier refusal says nothing about this sending.
                if case .settling = call.phase { call.phase = .settling(verdict: nil) }
            }
            calls[number] = call
            if endpoints.hasSeveral {
                endpoints.settled(1, at: endpoint)
                if refusal.wasServed, endpoints.served(by: endpoint, isActive: call.policy.needsActive) {
                    releaseSeekers()
                }
                if call.policy.mayMove(after: refusal), !call.hasVerdict {
                    return moved(number, call: call, by: refusal, from: endpoint, now: now)
                }
            }
            return refused(number, call: call, by: refusal, from: endpoint, now: now)
        }
    }

    /// A reply that belongs to no call.
    public mutating func strayReply() {
        statistics.lateReplies += 1
    }

    /// Nothing was done, and another server may do it: asked at once, and after a pause when all have been.
    ///
    /// That is no burden on a server in trouble: each is asked once between two pauses, and who cannot do it says
    /// so without any work.
    private mutating func moved(
        _ number: Int,
        call: PendingCall,
        by refusal: CallRefusal,
        from endpoint: Int,
        now: Instant
    ) -> CallEnd? {
        var call = call
        var isReplica = false
        if case .active(let named) = refusal.elsewhere {
            isReplica = true
            endpoints.isReplica(endpoint, active: named)
        } else {
            endpoints.couldNotServe(endpoint, now: now)
        }
        call.detours += 1
        if call.markTried(endpoint, of: endpoints, now: now) {
            call.phase = .queued
            calls[number] = call
            queue.append(number)
            return nil
        }
        let end = pause(number, call: call, by: refusal, now: now)
        if isReplica, end == nil { seekers.insert(number) }
        return end
    }

    /// Someone was found who takes writes, so anyone who waited for that need not wait longer.
    mutating func releaseSeekers() {
        guard !seekers.isEmpty else { return }
        for number in seekers.sorted() {
            guard case .pausing = calls[number]?.phase else { continue }
            calls[number]?.phase = .queued
            queue.append(number)
        }
        seekers = []
    }

    private mutating func refused(
        _ number: Int,
        call: PendingCall,
        by refusal: CallRefusal,
        from endpoint: Int,
        now: Instant
    ) -> CallEnd? {
        var call = call
        let policy = call.policy
        let isRetryable = policy.mayRepeat && refusal.mayBeSentAgain
        let this = PendingCall.Verdict(refusal: refusal, number: call.refusals - 1)
        if endpoints.hasSeveral, !policy.needsActive || refusal.cannotStore {
            call.markTried(endpoint, of: endpoints, now: now)
        }
        guard policy.isWrite, policy.isKeyed else {
            if isRetryable { return call.pending > 0 ? nil : pause(number, call: call, by: refusal, now: now) }
            return end(
                number,
                as: policy.isWrite && refusal.mayHaveHappened ? .outcomeUnknown : .refused(by: this.number)
            )
        }
        if !isRetryable { call.phase = .settling(verdict: this) }
        guard call.pending == 0 else {
            // Another sending may still be carried out: only its answer, or one to a later sending, ends the call.
            calls[number] = call
            return nil
        }
        guard case .settling(let verdict?) = call.phase else { return pause(number, call: call, by: refusal, now: now) }
        let isRefused = !verdict.refusal.mayHaveHappened && call.isSettled(by: verdict.refusal)
        return end(number, as: isRefused ? .refused(by: verdict.number) : .outcomeUnknown)
    }

    /// Sends it again after a while, or ends it when that would be too late.
    private mutating func pause(_ number: Int, call: PendingCall, by refusal: CallRefusal, now: Instant) -> CallEnd? {
        var call = call
        let wished = min(refusal.leastPause, .seconds(3600))
        let pause = max(wished, backoff.pause(after: call.retries, first: .milliseconds(50), cap: .seconds(1)))
        call.retries += 1
        call.phase = .pausing(until: now.advanced(by: pause))
        calls[number] = call
        // While an answer is out the call waits for it to the end.
        guard now.advanced(by: pause) < call.deadline || call.pending > 0 else {
            return end(number, as: call.expired(isSomebodyThere: endpoints.isSomebodyThere))
        }
        return nil
    }
}

extension CallAnswer {
    fileprivate var isResult: Bool {
        if case .result = self { true } else { false }
    }
}
