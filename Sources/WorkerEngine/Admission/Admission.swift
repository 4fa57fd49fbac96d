internal import Messages

/// Decides whether a call may be done at all: who asks for it, how much is in flight, how late it is.
///
/// The engine answers nearly everything it takes within an iteration, so only large batches reach a limit on requests;
/// the counts live for a tick. Background jobs are counted next to them, until they are answered.
package final class Admission {
    /// Events looked at by replays after which an iteration answers no more of them: some ten milliseconds of work.
    private static var maxExamined: Int { 8_000 }

    private let limits: WorkerLimits
    private var countOfPeer: [UInt64: Int] = [:]
    private var count = 0
    /// Events looked at by replays in this iteration.
    private var examined = 0

    /// Set when the service takes no more work; everything but the standard methods is then refused.
    package var isDraining = false
    /// Whether someone asked for a drain by `service.drain`.
    package var isDrainRequested = false
    /// Requests of earlier iterations, and of this one, whose work is done in the background.
    var jobs: BackgroundCalls

    init(_ limits: WorkerLimits) {
        self.limits = limits
        jobs = BackgroundCalls(limits)
    }

    // MARK: Messages

    /// Takes in a message with one request; those are too few in an iteration to be counted by peer.
    func admitOne() -> Bool {
        guard count + jobs.count < limits.requests else { return false }
        count += 1
        return true
    }

    /// Takes in a batch of a peer; `false` when they would be too many, and then none is counted.
    func admit(_ requests: Int, of peer: UInt64) -> Bool {
        guard count + jobs.count + requests <= limits.requests else { return false }
        let known = countOfPeer[peer, default: 0]
        guard known + requests <= limits.requestsPerPeer else { return false }
        countOfPeer[peer] = known + requests
        count += requests
        return true
    }

    /// Forgets a finished tick, whose requests are all answered.
    func endTick() {
        countOfPeer.removeAll(keepingCapacity: true)
        count = 0
    }

    // MARK: Calls

    /// Refuses a call that its peer may not make, or that comes too late.
    ///
    /// - Parameters:
    ///   - call: The call.
    ///   - method: The method it names.
    ///   - now: The present, read only for a call with a deadline.
    /// - Throws: ``RPCError`` `PERMISSION_DENIED`, `UNAVAILABLE` or `DEADLINE_EXCEEDED`.
    func check(_ call: Call, for method: Dispatch.Route, at now: @autoclosure () -> Moment) throws(RPCError) {
        try requireRole(method.role, of: call)
        guard !isDraining || method.isStandard else {
            throw RPCError(.unavailable, "the service is ending", retryAfter: 500)
        }
        try checkDeadline(of: call, at: now())
    }

    private func requireRole(_ role: PeerRole, of call: Call) throws(RPCError) {
        let peer = call.peer
        guard peer.role < role else { return }
        let method = call.request.method
        throw RPCError(
            .permissionDenied,
            "\(method) needs the role \(role.rawValue), and \(peer.name) has the role \(peer.role.rawValue)"
        )
    }

    /// Refuses a call whose time is over.
    ///
    /// - Throws: ``RPCError`` `DEADLINE_EXCEEDED`.
    func checkDeadline(of call: Call, at now: @autoclosure () -> Moment) throws(RPCError) {
        guard let timeout = call.request.meta.timeoutMilliseconds else { return }
        let elapsed = now().monotonic - call.arrival.monotonic
        guard elapsed / 1_000_000 < UInt64(timeout) else {
            throw RPCError(.deadlineExceeded, "the \(timeout) ms were over before work began")
        }
    }

    // MARK: Work

    /// Refuses to read the past when this iteration has done that too long.
    func checkExamined() throws(RPCError) {
        guard examined < Self.maxExamined else {
            throw RPCError(.overloaded, "too much of the past was asked for at once", retryAfter: 20)
        }
    }

    /// Counts events that were looked at.
    func countExamined(_ events: Int) { examined += events }

    /// How much of the replays that an iteration may do was done.
    var share: Double { Double(examined) / Double(Self.maxExamined) }

    func endIteration() { examined = 0 }
}
