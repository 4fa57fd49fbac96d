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

    private enum Connection {
        /// There is none, or not yet.
        case down
        /// Somebody took it who has not said anything yet: a service that starts, is stopped or has too much to do.
        case accepted
        /// It takes calls.
        case ready
        /// It takes nothing at the moment.
        case blocked
    }

    private(set) var statistics = ClientStatistics()
    private var calls: [Int: PendingCall] = [:]
    /// The calls to send, in their order.
    ///
    /// Those that ended or were sent meanwhile are skipped.
    private var queue: Deque<Int> = []
    private var connection = Connection.down
    /// How many there were, to know over which one a call was sent last.
    private var connections = 0
    private var backoff: Backoff
    private var budget = RetryBudget()

    /// - Parameter seed: Decides the random part of all pauses.
    init(seed: UInt64) {
        backoff = Backoff(seed: seed)
    }

    private var isConnected: Bool {
        switch connection {
        case .down, .accepted: false
        case .ready, .blocked: true
        }
    }

    /// Whether there is somebody to wait for.
    private var isSomebodyThere: Bool {
        if case .down = connection { false } else { true }
    }

    // MARK: Sending

    mutating func begin(_ number: Int, _ policy: CallPolicy, now: Instant) {
        statistics.calls += 1
        budget.deposit()
        calls[number] = PendingCall(policy, now: now)
        queue.append(number)
    }

    /// The next call to send, and its deadline; follow it with ``sent(_:now:)`` or ``blocked(_:)``.
    ///
    /// One whose time is over is left to its timer.
    mutating func nextToSend(now: Instant) -> (number: Int, deadline: Instant)? {
        guard case .ready = connection else { return nil }
        while let number = queue.popFirst() {
            if let call = calls[number], case .queued = call.phase, now < call.deadline {
                return (number, call.deadline)
            }
        }
        return nil
    }

    mutating func sent(_ number: Int, now: Instant) {
        guard var call = calls[number] else { return }
        call.sends += 1
        call.pending += 1
        call.connection = connections
        if call.sends > 1 { statistics.resends += 1 }
        if call.firstSent == nil { call.firstSent = now }
        // 1 s, 2 s, then 4 s.
        let timeout = Duration.seconds(1 << min(call.sends - 1, 2))
        call.phase = .sent(again: call.policy.mayRepeat ? now.advanced(by: backoff.spread(timeout)) : nil)
        calls[number] = call
    }

    /// The connection refused to take the call: it stays the first in the queue.
    mutating func blocked(_ number: Int) {
        if case .ready = connection { connection = .blocked }
        queue.prepend(number)
    }

    mutating func writable() {
        if case .blocked = connection { connection = .ready }
    }

    // MARK: The connection

    /// Somebody took the connection: calls wait for a first word as long as for an answer.
    mutating func accepted() {
        if case .down = connection { connection = .accepted }
    }

    /// Nobody took the connection.
    ///
    /// One that was taken and given up for its silence is another matter.
    mutating func absent() {
        if case .accepted = connection { connection = .down }
    }

    mutating func connected() {
        if connections > 0 { statistics.reconnects += 1 }
        connections += 1
        connection = .ready
    }

    /// Whatever was sent on the connection can no longer be answered.
    mutating func disconnected(now: Instant) -> [CallEnd] {
        connection = .down
        var ends: [CallEnd] = []
        queue.removeAll(keepingCapacity: true)
        for number in calls.keys.sorted() {
            guard var call = calls[number] else { continue }
            if call.pending > 0 {
                call.lost += call.pending
                call.pending = 0
            }
            switch call.phase {
            case .queued, .pausing: break
            // A verdict was not the answer to the sending that is lost now.
            case .sent, .settling: call.phase = .queued
            }
            calls[number] = call
            if call.sends == 0, now >= call.connectDeadline {
                end(number, .failed(.unreachable), into: &ends)
            } else if call.sends > 0, !call.policy.mayRepeat {
                end(number, .failed(.outcomeUnknown), into: &ends)
            } else if case .queued = call.phase {
                queue.append(number)
            }
        }
        return ends
    }

    /// Somebody is there who does not admit us, so no call has anything to wait for.
    mutating func notAdmitted(_ fault: AdmissionFault) -> [CallEnd] {
        connection = .down
        queue.removeAll(keepingCapacity: true)
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

    mutating func reply(_ number: Int, _ answer: CallAnswer, now: Instant) -> CallEnd? {
        // Without `pending` it answers twice, or on a connection that was given up. A result is true in any case.
        guard var call = calls[number], call.sends > 0, call.pending > 0 || answer.isResult else {
            statistics.lateReplies += 1
            return nil
        }
        switch answer {
        case .result:
            return end(number, .answered)
        case .unreadable(let text):
            return end(number, .failed(call.policy.isWrite ? .outcomeUnknown : .badReply(text)))
        case .error(let error):
            call.pending -= 1
            call.lastError = error
            if error.outcome == .unknown {
                call.unclear += 1
                // An earlier refusal says nothing about this sending.
                if case .settling = call.phase { call.phase = .settling(verdict: nil) }
            }
            calls[number] = call
            return refused(number, call, by: error, now: now)
        }
    }

    /// A reply that belongs to no call.
    mutating func strayReply() {
        statistics.lateReplies += 1
    }

    private mutating func refused(_ number: Int, _ call: PendingCall, by error: RPCError, now: Instant) -> CallEnd? {
        var call = call
        let policy = call.policy
        let isRetryable = policy.mayRepeat && error.isRetryable(isKeyed: policy.isKeyed)
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
        guard now.advanced(by: pause) < call.deadline else {
            return end(number, .failed(call.expired(isSomebodyThere: isSomebodyThere)))
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
        let isTooLateToConnect = call.sends == 0 && !isSomebodyThere && now >= call.connectDeadline
        guard now < call.deadline, !isTooLateToConnect else {
            return end(number, .failed(call.expired(isSomebodyThere: isSomebodyThere)))
        }
        switch call.phase {
        case .sent(let again?) where now >= again:
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

    /// Has a call sent again, unless that is more than the service should be asked for.
    private mutating func requeue(_ number: Int, _ call: PendingCall, now: Instant) -> Bool {
        let isExtra = isConnected && call.connection == connections
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
        return ends
    }

    private mutating func end(_ number: Int, _ ending: CallEnd.Ending) -> CallEnd? {
        guard let call = calls.removeValue(forKey: number) else { return nil }
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
