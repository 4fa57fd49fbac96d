internal import DequeModule
internal import Messages

/// Decides for every call when it is sent, sent again and ended.
///
/// It does no I/O and reads no clock.
///
/// The channel asks ``nextToSend()`` after each event, and sets one timer per call to what ``arm(_:)`` says. Each call
/// ends exactly once: the ``CallEnd`` is returned by the event that ended it.
struct CallStateMachine {
    typealias Instant = SuspendingClock.Instant

    private(set) var statistics = ClientStatistics()
    private var calls: [Int: PendingCall] = [:]
    /// The calls to send, in their order.
    ///
    /// Those that ended or were sent meanwhile are skipped.
    private var queue: Deque<Int> = []
    /// Calls that wait for an endpoint that takes nothing at the moment, while others would.
    private var held: [Int: [Int]] = [:]
    /// Calls in a pause because nobody knew which worker takes writes.
    private var seekers: Set<Int> = []
    private var endpoints: EndpointSelection
    private var backoff: Backoff
    private var budget = RetryBudget()

    /// - Parameters:
    ///   - seed: Decides the random part of all pauses.
    ///   - endpoints: The workers of the service, as they name each other; events name them by their index.
    init(seed: UInt64, endpoints: [String] = [""]) {
        backoff = Backoff(seed: seed)
        self.endpoints = EndpointSelection(endpoints)
    }

    // MARK: Sending

    mutating func begin(_ number: Int, _ policy: CallPolicy, now: Instant) {
        statistics.calls += 1
        budget.deposit()
        calls[number] = PendingCall(policy, now: now)
        queue.append(number)
    }

    /// The next call to send, its deadline and where to; follow it with ``sent(_:to:now:)`` or ``blocked(_:at:)``.
    ///
    /// One whose time is over is left to its timer.
    mutating func nextToSend(now: Instant) -> (number: Int, deadline: Instant, endpoint: Int)? {
        guard endpoints.isAnyReady else { return nil }
        while let number = queue.popFirst() {
            guard let call = calls[number], case .queued = call.phase, now < call.deadline else { continue }
            guard let endpoint = endpoints.choose(needsActive: call.policy.needsActive, tried: call.tried, now: now)
            else {
                queue.prepend(number)
                return nil
            }
            if endpoints.isReady(endpoint) { return (number, call.deadline, endpoint) }
            held[endpoint, default: []].append(number)
        }
        return nil
    }

    mutating func sent(_ number: Int, to endpoint: Int = 0, now: Instant) {
        guard var call = calls[number] else { return }
        call.sends += 1
        call.addPending(1, at: endpoint)
        if endpoints.hasSeveral { endpoints.sent(to: endpoint) }
        call.endpoint = endpoint
        call.connection = endpoints.connections(to: endpoint)
        call.sentAt = now
        if call.sends > 1 { statistics.resends += 1 }
        if call.firstSent == nil { call.firstSent = now }
        // 1 s, 2 s, then 4 s.
        let timeout = Duration.seconds(1 << min(max(call.sends - call.detours - 1, 0), 2))
        call.phase = .sent(again: call.policy.mayRepeat ? now.advanced(by: backoff.spread(timeout)) : nil)
        calls[number] = call
    }

    /// The connection refused to take the call: it stays the first in the queue.
    mutating func blocked(_ number: Int, at endpoint: Int = 0) {
        endpoints.blocked(endpoint)
        queue.prepend(number)
    }

    mutating func writable(at endpoint: Int = 0) {
        endpoints.writable(endpoint)
        release(heldFor: endpoint)
    }

    /// Puts calls that waited for an endpoint first in the queue, in their order.
    private mutating func release(heldFor endpoint: Int) {
        guard let numbers = held.removeValue(forKey: endpoint) else { return }
        for number in numbers.reversed() { queue.prepend(number) }
    }

    // MARK: The connections

    /// Somebody took the connection: calls wait for a first word as long as for an answer.
    mutating func accepted(at endpoint: Int = 0) {
        endpoints.accepted(endpoint)
    }

    /// Nobody took the connection.
    ///
    /// One that was taken and given up for its silence is another matter.
    mutating func absent(at endpoint: Int = 0) {
        endpoints.absent(endpoint)
    }

    mutating func connected(at endpoint: Int = 0) {
        if endpoints.connections(to: endpoint) > 0 { statistics.reconnects += 1 }
        if endpoints.connected(endpoint) { releaseSeekers() }
    }

    /// It is tried anew, whatever it said of us before.
    mutating func opening(_ endpoint: Int) {
        endpoints.opening(endpoint)
    }

    /// Whether an endpoint that did not admit us may be tried again for a new call.
    func mayTryAgain(_ endpoint: Int, now: Instant) -> Bool {
        endpoints.mayTryAgain(endpoint, now: now)
    }

    /// Whatever was sent on the connection can no longer be answered.
    mutating func disconnected(at endpoint: Int = 0, now: Instant) -> [CallEnd] {
        endpoints.lost(endpoint, now: now)
        var ends: [CallEnd] = []
        queue.removeAll(keepingCapacity: true)
        held[endpoint] = nil
        for number in calls.keys.sorted() {
            guard var call = calls[number] else { continue }
            let lost = call.pending(at: endpoint)
            if lost > 0 {
                call.lost += lost
                call.addPending(-lost, at: endpoint)
            }
            switch call.phase {
            case .queued, .pausing: break
            case .sent: if call.endpoint == endpoint { call.phase = .queued }
            // A verdict was not the answer to the sending that is lost now.
            case .settling: if lost > 0 { call.phase = .queued }
            }
            calls[number] = call
            if call.sends == 0, now >= call.connectDeadline, !endpoints.isSomebodyThere {
                end(number, .failed(.unreachable), into: &ends)
            } else if lost > 0, !call.policy.mayRepeat {
                end(number, .failed(.outcomeUnknown), into: &ends)
            } else if case .queued = call.phase {
                queue.append(number)
            }
        }
        return ends
    }

    /// Somebody is there who does not admit us; where no other worker is left, no call has anything to wait for.
    mutating func notAdmitted(_ fault: AdmissionFault, at endpoint: Int = 0, now: Instant) -> [CallEnd] {
        guard endpoints.notAdmitted(fault, at: endpoint, now: now) else { return [] }
        queue.removeAll(keepingCapacity: true)
        held = [:]
        var ends: [CallEnd] = []
        for number in calls.keys.sorted() {
            guard let call = calls[number] else { continue }
            // What was sent on an earlier connection may have been done.
            let isInDoubt = call.policy.isWrite && !call.isUndone
            end(number, .failed(isInDoubt ? .outcomeUnknown : .notAdmitted(fault)), into: &ends)
        }
        return ends
    }

    // MARK: Answers

    mutating func reply(_ number: Int, _ answer: CallAnswer, from endpoint: Int = 0, now: Instant) -> CallEnd? {
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
            return end(number, .answered)
        case .unreadable(let text):
            return end(number, .failed(call.policy.isWrite ? .outcomeUnknown : .badReply(text)))
        case .error(let error):
            call.addPending(-1, at: endpoint)
            call.lastError = error
            if error.outcome == .unknown {
                call.unclear += 1
                // An earlier refusal says nothing about this sending.
                if case .settling = call.phase { call.phase = .settling(verdict: nil) }
            }
            calls[number] = call
            if endpoints.hasSeveral {
                endpoints.settled(1, at: endpoint)
                // The work itself has refused.
                let isServed = error.code > 0
                if isServed, endpoints.served(by: endpoint, isActive: call.policy.needsActive) { releaseSeekers() }
                if call.policy.isForAnother(error), !call.hasVerdict {
                    return moved(number, call, by: error, from: endpoint, now: now)
                }
            }
            return refused(number, call, by: error, from: endpoint, now: now)
        }
    }

    /// A reply that belongs to no call.
    mutating func strayReply() {
        statistics.lateReplies += 1
    }

    /// Nothing was done, and another worker may do it: asked at once, and after a pause when all have been.
    ///
    /// That is no burden on a service in trouble: each worker is asked once between two pauses, and who cannot do it says
    /// so without any work.
    private mutating func moved(
        _ number: Int,
        _ call: PendingCall,
        by error: RPCError,
        from endpoint: Int,
        now: Instant
    ) -> CallEnd? {
        var call = call
        let isReplica = error.knownReason == .notActive
        if isReplica {
            endpoints.isReplica(endpoint, active: error.active?.rpc ?? [])
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
        let end = pause(number, call, error, now: now)
        if isReplica, end == nil { seekers.insert(number) }
        return end
    }

    /// Somebody was found who takes writes, so whoever waited for that need not wait longer.
    private mutating func releaseSeekers() {
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
        _ call: PendingCall,
        by error: RPCError,
        from endpoint: Int,
        now: Instant
    ) -> CallEnd? {
        var call = call
        let policy = call.policy
        let isRetryable = policy.mayRepeat && error.isRetryable(isKeyed: policy.isKeyed)
        // A worker that cannot store may have been the one that takes writes for too long.
        let cannotStore = error.knownReason == .storageUnavailable || error.knownReason == .commitUnknown
        if endpoints.hasSeveral, !policy.needsActive || cannotStore {
            call.markTried(endpoint, of: endpoints, now: now)
        }
        guard policy.isWrite, policy.isKeyed else {
            if isRetryable { return call.pending > 0 ? nil : pause(number, call, error, now: now) }
            return end(number, .failed(policy.isWrite && error.outcome == .unknown ? .outcomeUnknown : .refused(error)))
        }
        if !isRetryable { call.phase = .settling(verdict: error) }
        guard call.pending == 0 else {
            // Another sending may still be carried out: only its answer, or one to a later sending, ends the call.
            calls[number] = call
            return nil
        }
        guard case .settling(let verdict?) = call.phase else { return pause(number, call, error, now: now) }
        let isRefused = verdict.outcome != .unknown && call.isSettled(by: verdict)
        return end(number, .failed(isRefused ? .refused(verdict) : .outcomeUnknown))
    }

    /// Sends it again after a while, or ends it when that would be too late.
    private mutating func pause(_ number: Int, _ call: PendingCall, _ error: RPCError, now: Instant) -> CallEnd? {
        var call = call
        let wished = Duration.milliseconds(min(max(error.retryAfterMilliseconds ?? 0, 0), 3_600_000))
        let pause = max(wished, backoff.pause(after: call.retries, first: .milliseconds(50), cap: .seconds(1)))
        call.retries += 1
        call.phase = .pausing(until: now.advanced(by: pause))
        calls[number] = call
        // While an answer is out the call waits for it to the end.
        guard now.advanced(by: pause) < call.deadline || call.pending > 0 else {
            return end(number, .failed(call.expired(isSomebodyThere: endpoints.isSomebodyThere)))
        }
        return nil
    }

    // MARK: Time

    /// When to set the call's timer to; `nil` if there is no call, or a timer that fires early enough.
    mutating func arm(_ number: Int) -> Instant? {
        guard let call = calls[number] else { return nil }
        let due = call.nextDue
        if let armed = call.armed, armed <= due { return nil }
        calls[number]?.armed = due
        return due
    }

    mutating func timerFired(_ number: Int, now: Instant) -> CallEnd? {
        guard var call = calls[number] else { return nil }
        call.armed = nil
        call.isPastConnecting = now >= call.connectDeadline
        calls[number] = call
        let isTooLateToConnect = call.sends == 0 && !endpoints.isSomebodyThere && now >= call.connectDeadline
        guard now < call.deadline, !isTooLateToConnect else {
            return end(number, .failed(call.expired(isSomebodyThere: endpoints.isSomebodyThere)))
        }
        switch call.phase {
        case .sent(let again?) where now >= again:
            if endpoints.hasSeveral { call = tryAnother(number, call, now: now) }
            if !requeue(number, call, now: now) {
                calls[number]?.phase = .sent(again: now.advanced(by: backoff.spread(.seconds(1))))
            }
        case .pausing(let until) where now >= until:
            if !requeue(number, call, now: now) {
                calls[number]?.phase = .pausing(until: now.advanced(by: backoff.spread(.milliseconds(500))))
            }
        default: break
        }
        return nil
    }

    /// A sending was not answered in time: the next one goes elsewhere, if there is anywhere to go.
    private mutating func tryAnother(_ number: Int, _ call: PendingCall, now: Instant) -> PendingCall {
        var call = call
        if let sentAt = call.sentAt, endpoints.unanswered(by: call.endpoint, since: sentAt, now: now) {
            release(heldFor: call.endpoint)
        }
        // A write goes on to whoever takes writes, which is this one as long as it answers others.
        if !call.policy.needsActive { call.markTried(call.endpoint, of: endpoints, now: now) }
        calls[number] = call
        return call
    }

    /// Has a call sent again, unless that is more than the service should be asked for.
    private mutating func requeue(_ number: Int, _ call: PendingCall, now: Instant) -> Bool {
        let isExtra = endpoints.isUp(call.endpoint) && call.connection == endpoints.connections(to: call.endpoint)
        guard !isExtra || budget.withdraw(now: now) else {
            statistics.withheld += 1
            return false
        }
        calls[number]?.phase = .queued
        queue.append(number)
        return true
    }

    // MARK: Ending

    mutating func cancel(_ number: Int) -> CallEnd? {
        calls[number] == nil ? nil : end(number, .failed(.cancelled))
    }

    mutating func close() -> [CallEnd] {
        var ends: [CallEnd] = []
        for number in calls.keys.sorted() {
            end(number, .failed(.cancelled), into: &ends)
        }
        queue = []
        held = [:]
        return ends
    }

    private mutating func end(_ number: Int, _ ending: CallEnd.Ending) -> CallEnd? {
        guard let call = calls.removeValue(forKey: number) else { return nil }
        if endpoints.hasSeveral {
            for (endpoint, count) in call.unsettled { endpoints.settled(count, at: endpoint) }
            seekers.remove(number)
        }
        return CallEnd(
            number: number,
            ending: ending,
            sends: call.sends,
            firstSent: call.firstSent,
            lastError: call.lastError
        )
    }

    private mutating func end(_ number: Int, _ ending: CallEnd.Ending, into ends: inout [CallEnd]) {
        if let end = end(number, ending) { ends.append(end) }
    }
}

extension CallAnswer {
    fileprivate var isResult: Bool {
        if case .result = self { true } else { false }
    }
}
