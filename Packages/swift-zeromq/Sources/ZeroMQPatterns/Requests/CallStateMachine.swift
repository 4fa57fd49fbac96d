/// Decides for every call when it is sent, sent again and ended.
///
/// It does no I/O and reads no clock.
///
/// Its user names calls by numbers that do not come again, asks ``nextToSend(now:)`` after each event, and sets one timer per
/// call to what ``arm(_:)`` says. Each call ends exactly once: the ``CallEnd`` is returned by the event that ended it.
///
/// Connections are named by the index of their endpoint. One that comes back is another: what was sent over the old one is not
/// answered over the new one.
public struct CallStateMachine: Sendable {
    /// The time of a clock that stops while the machine sleeps.
    public typealias Instant = SuspendingClock.Instant

    /// What it has done so far.
    public internal(set) var statistics = CallStatistics()
    var calls: [Int: PendingCall] = [:]
    /// The calls to send, in their order.
    ///
    /// Those that ended or were sent meanwhile are skipped.
    var queue = RingQueue<Int>()
    /// Calls that wait for an endpoint that takes nothing at the moment, while others would.
    var held: [Int: [Int]] = [:]
    /// Calls in a pause because nobody knew which server takes writes.
    var seekers: Set<Int> = []
    var endpoints: EndpointSelection
    var backoff: Backoff
    var budget = RetryBudget()

    /// - Parameters:
    ///   - seed: Decides the random part of all pauses.
    ///   - endpoints: The servers, as they name each other in ``CallRefusal/Elsewhere/active(_:)``; from one.
    public init(seed: UInt64, endpoints: [String] = [""]) {
        backoff = Backoff(seed: seed)
        self.endpoints = EndpointSelection(endpoints)
    }

    // MARK: Sending

    /// Begins a call.
    ///
    /// - Parameters:
    ///   - number: Names it; no other call may have had it.
    ///   - policy: When it is sent, sent again and given up.
    ///   - now: The time of it all.
    public mutating func begin(_ number: Int, policy: CallPolicy, now: Instant) {
        statistics.calls += 1
        budget.deposit()
        calls[number] = PendingCall(policy, now: now)
        queue.append(number)
    }

    /// The next call to send, its deadline and where to; follow it with ``sent(_:to:now:)`` or ``blocked(_:at:)``.
    ///
    /// One whose time is over is left to its timer.
    public mutating func nextToSend(now: Instant) -> (number: Int, deadline: Instant, endpoint: Int)? {
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

    /// A call was handed to a connection.
    public mutating func sent(_ number: Int, to endpoint: Int = 0, now: Instant) {
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
    public mutating func blocked(_ number: Int, at endpoint: Int = 0) {
        endpoints.blocked(endpoint)
        queue.prepend(number)
    }

    /// A connection takes something again.
    public mutating func writable(at endpoint: Int = 0) {
        endpoints.writable(endpoint)
        release(heldFor: endpoint)
    }

    /// Puts calls that waited for an endpoint first in the queue, in their order.
    private mutating func release(heldFor endpoint: Int) {
        guard let numbers = held.removeValue(forKey: endpoint) else { return }
        for number in numbers.reversed() { queue.prepend(number) }
    }

    // MARK: The connections

    /// Someone took the connection: calls wait for a first word as long as for an answer.
    public mutating func accepted(at endpoint: Int = 0) {
        endpoints.accepted(endpoint)
    }

    /// Nobody took the connection.
    ///
    /// One that was taken and given up for its silence is another matter.
    public mutating func absent(at endpoint: Int = 0) {
        endpoints.absent(endpoint)
    }

    /// A connection is up: messages can flow.
    public mutating func connected(at endpoint: Int = 0) {
        if endpoints.connections(to: endpoint) > 0 { statistics.reconnects += 1 }
        if endpoints.connected(endpoint) { releaseSeekers() }
    }

    /// It is tried again, whatever it said of us before.
    public mutating func opening(_ endpoint: Int) {
        endpoints.opening(endpoint)
    }

    /// Whether an endpoint that did not admit us may be tried again for a new call.
    public func mayTryAgain(_ endpoint: Int, now: Instant) -> Bool {
        endpoints.mayTryAgain(endpoint, now: now)
    }

    /// A connection is lost: whatever was sent on it can no longer be answered.
    ///
    /// - Returns: The calls that this has ended.
    public mutating func disconnected(at endpoint: Int = 0, now: Instant) -> [CallEnd] {
        endpoints.lost(endpoint, now: now)
        var ends: [CallEnd] = []
        queue.removeAll()
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
                end(number, as: .unreachable, into: &ends)
            } else if lost > 0, !call.policy.mayRepeat {
                end(number, as: .outcomeUnknown, into: &ends)
            } else if case .queued = call.phase {
                queue.append(number)
            }
        }
        return ends
    }

    /// Someone is there who does not admit us; where no other server is left, no call has anything to wait for.
    ///
    /// - Returns: The calls that this has ended.
    public mutating func notAdmitted(at endpoint: Int = 0, now: Instant) -> [CallEnd] {
        guard endpoints.notAdmitted(at: endpoint, now: now) else { return [] }
        queue.removeAll()
        held = [:]
        var ends: [CallEnd] = []
        for number in calls.keys.sorted() {
            guard let call = calls[number] else { continue }
            // What was sent on an earlier connection may have been done.
            let isInDoubt = call.policy.isWrite && !call.isUndone
            end(number, as: isInDoubt ? .outcomeUnknown : .notAdmitted, into: &ends)
        }
        return ends
    }

    // MARK: Time

    /// When to set the call's timer to; `nil` if there is no call, or a timer that fires early enough.
    public mutating func arm(_ number: Int) -> Instant? {
        guard let call = calls[number] else { return nil }
        let due = call.nextDue
        if let armed = call.armed, armed <= due { return nil }
        calls[number]?.armed = due
        return due
    }

    /// The timer of a call has fired; another has to be armed.
    ///
    /// - Returns: How the call has ended, if that has ended it.
    public mutating func timerFired(_ number: Int, now: Instant) -> CallEnd? {
        guard var call = calls[number] else { return nil }
        call.armed = nil
        call.isPastConnecting = now >= call.connectDeadline
        calls[number] = call
        let isTooLateToConnect = call.sends == 0 && !endpoints.isSomebodyThere && now >= call.connectDeadline
        guard now < call.deadline, !isTooLateToConnect else {
            return end(number, as: call.expired(isSomebodyThere: endpoints.isSomebodyThere))
        }
        switch call.phase {
        case .sent(let again?) where now >= again:
            if endpoints.hasSeveral { call = tryAnother(number, call: call, now: now) }
            if !requeue(number, call: call, now: now) {
                calls[number]?.phase = .sent(again: now.advanced(by: backoff.spread(.seconds(1))))
            }
        case .pausing(let until) where now >= until:
            if !requeue(number, call: call, now: now) {
                calls[number]?.phase = .pausing(until: now.advanced(by: backoff.spread(.milliseconds(500))))
            }
        default: break
        }
        return nil
    }

    /// A sending was not answered in time: the next one goes elsewhere, if there is anywhere to go.
    private mutating func tryAnother(_ number: Int, call: PendingCall, now: Instant) -> PendingCall {
        var call = call
        if let sentAt = call.sentAt, endpoints.unanswered(by: call.endpoint, since: sentAt, now: now) {
            release(heldFor: call.endpoint)
        }
        // A write goes on to anyone who takes writes, which is this one as long as it answers others.
        if !call.policy.needsActive { call.markTried(call.endpoint, of: endpoints, now: now) }
        calls[number] = call
        return call
    }

    /// Sends a call again, unless that is more than the server should be asked for.
    private mutating func requeue(_ number: Int, call: PendingCall, now: Instant) -> Bool {
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

    /// Nobody waits for a call any more.
    ///
    /// - Returns: Its end; `nil` when it has ended already.
    public mutating func cancel(_ number: Int) -> CallEnd? {
        calls[number] == nil ? nil : end(number, as: .cancelled)
    }

    /// Ends all calls as cancelled.
    ///
    /// - Returns: Their ends, in the order of their numbers.
    public mutating func close() -> [CallEnd] {
        var ends: [CallEnd] = []
        for number in calls.keys.sorted() {
            end(number, as: .cancelled, into: &ends)
        }
        queue.removeAll()
        held = [:]
        return ends
    }

    mutating func end(_ number: Int, as ending: CallEnd.Ending) -> CallEnd? {
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
            lastRefusal: call.lastRefusal
        )
    }

    private mutating func end(_ number: Int, as ending: CallEnd.Ending, into ends: inout [CallEnd]) {
        if let end = end(number, as: ending) { ends.append(end) }
    }
}
