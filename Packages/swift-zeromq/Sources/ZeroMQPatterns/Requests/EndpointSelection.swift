/// Decides at which endpoint a call is tried.
///
/// Each endpoint is a server of the same thing. One of them takes writes; which one is learned from the answers. It does no
/// I/O and reads no clock.
struct EndpointSelection {
    typealias Instant = SuspendingClock.Instant

    enum Connection {
        /// There is none, or not yet.
        case down
        /// Someone took it who has not said anything yet: a server that starts, is stopped or has too much to do.
        case accepted
        /// It takes calls.
        case ready
        /// It takes nothing at the moment.
        case blocked
    }

    /// For how long an endpoint is left alone.
    private struct Rest {
        let until: Instant
        /// It did not answer, so its connection proves nothing; else it is there, and merely no good for reads.
        let isSilence: Bool
    }

    private struct Endpoint {
        let text: String
        var connection = Connection.down
        /// How many there were, to know over which one a call was sent last.
        var connections = 0
        /// Sendings without an answer.
        var outstanding = 0
        var lastHeard: Instant?
        /// Since it last did what it was asked for.
        var faults = 0
        var rest: Rest?
        /// It does not admit us.
        var isClosedToUs = false
    }

    /// How long an endpoint is left alone after its first fault, and at most.
    private static let rests = (first: Duration.seconds(1), longest: Duration.seconds(10))

    private var endpoints: [Endpoint]
    /// The one that took a write last, or that others say does.
    private var active = 0
    /// The one that a read went to last.
    private var latest = 0

    /// - Parameter endpoints: Their texts, as servers write them where they name each other.
    init(_ endpoints: [String]) {
        self.endpoints = endpoints.map { Endpoint(text: $0) }
    }

    var hasSeveral: Bool { endpoints.count > 1 }

    // MARK: Connections

    func isUp(_ endpoint: Int) -> Bool {
        switch endpoints[endpoint].connection {
        case .down, .accepted: false
        case .ready, .blocked: true
        }
    }

    func isReady(_ endpoint: Int) -> Bool {
        if case .ready = endpoints[endpoint].connection { true } else { false }
    }

    var isAnyReady: Bool { endpoints.indices.contains { isReady($0) } }

    /// Whether there is someone to wait for.
    var isSomebodyThere: Bool {
        endpoints.contains { if case .down = $0.connection { false } else { true } }
    }

    /// How many connections there were to an endpoint.
    func connections(to endpoint: Int) -> Int { endpoints[endpoint].connections }

    mutating func accepted(_ endpoint: Int) {
        if case .down = endpoints[endpoint].connection { endpoints[endpoint].connection = .accepted }
    }

    mutating func absent(_ endpoint: Int) {
        if case .accepted = endpoints[endpoint].connection { endpoints[endpoint].connection = .down }
    }

    /// - Returns: Whether it is what writes wait for.
    mutating func connected(_ endpoint: Int) -> Bool {
        endpoints[endpoint].connections += 1
        endpoints[endpoint].connection = .ready
        endpoints[endpoint].isClosedToUs = false
        if case .some(let rest) = endpoints[endpoint].rest, rest.isSilence { endpoints[endpoint].rest = nil }
        return endpoint == active
    }

    mutating func lost(_ endpoint: Int, now: Instant) {
        endpoints[endpoint].connection = .down
        endpoints[endpoint].outstanding = 0
        leaveAlone(endpoint, isSilence: false, now: now)
    }

    mutating func blocked(_ endpoint: Int) {
        if case .ready = endpoints[endpoint].connection { endpoints[endpoint].connection = .blocked }
    }

    mutating func writable(_ endpoint: Int) {
        if case .blocked = endpoints[endpoint].connection { endpoints[endpoint].connection = .ready }
    }

    /// It is tried again, whatever it said of us before.
    mutating func opening(_ endpoint: Int) {
        endpoints[endpoint].isClosedToUs = false
    }

    /// - Returns: Whether no endpoint is left that may admit us.
    mutating func notAdmitted(at endpoint: Int, now: Instant) -> Bool {
        endpoints[endpoint].connection = .down
        endpoints[endpoint].outstanding = 0
        endpoints[endpoint].isClosedToUs = true
        leaveAlone(endpoint, isSilence: false, now: now)
        return endpoints.allSatisfy(\.isClosedToUs)
    }

    /// Whether an endpoint that did not admit us may be tried again for a new call.
    func mayTryAgain(_ endpoint: Int, now: Instant) -> Bool {
        !hasSeveral || !isResting(endpoint, evenThere: true, now: now)
    }

    // MARK: What is sent, and what comes back

    mutating func sent(to endpoint: Int) {
        endpoints[endpoint].outstanding += 1
    }

    /// Sendings that nobody waits for any more, because they were answered or their call has ended.
    mutating func settled(_ count: Int, at endpoint: Int) {
        endpoints[endpoint].outstanding = max(0, endpoints[endpoint].outstanding - count)
    }

    /// It said something.
    mutating func heard(from endpoint: Int, now: Instant) {
        endpoints[endpoint].lastHeard = now
        if case .some(let rest) = endpoints[endpoint].rest, rest.isSilence { endpoints[endpoint].rest = nil }
    }

    /// It did what it was asked for.
    ///
    /// - Parameter isActive: Whether that proves that it takes writes.
    /// - Returns: Whether writes should go there now that wait for news.
    mutating func served(by endpoint: Int, isActive: Bool) -> Bool {
        endpoints[endpoint].faults = 0
        endpoints[endpoint].rest = nil
        if isActive { active = endpoint }
        return isActive
    }

    /// It is not the one that takes writes.
    ///
    /// - Parameter named: The endpoints of the one that does, if it knows.
    mutating func isReplica(_ endpoint: Int, active named: [String]) {
        if let other = endpoints.firstIndex(where: { named.contains($0.text) }), other != endpoint {
            active = other
        } else if active == endpoint {
            // Others may have learned more from a later answer.
            active = (endpoint + 1) % endpoints.count
        }
    }

    /// It cannot serve calls for a while.
    mutating func couldNotServe(_ endpoint: Int, now: Instant) {
        leaveAlone(endpoint, isSilence: false, now: now)
    }

    /// A sending to it was not answered in time.
    ///
    /// One that has answered others since is only slow at this one.
    ///
    /// - Returns: Whether it is left alone.
    mutating func unanswered(by endpoint: Int, since sent: Instant, now: Instant) -> Bool {
        if let heard = endpoints[endpoint].lastHeard, heard >= sent { return false }
        leaveAlone(endpoint, isSilence: true, now: now)
        return true
    }

    private mutating func leaveAlone(_ endpoint: Int, isSilence: Bool, now: Instant) {
        // Many calls see the same fault.
        guard !isResting(endpoint, evenThere: !isSilence, now: now) else { return }
        let rest = min(Self.rests.first * (1 << min(endpoints[endpoint].faults, 10)), Self.rests.longest)
        endpoints[endpoint].faults += 1
        endpoints[endpoint].rest = Rest(until: now.advanced(by: rest), isSilence: isSilence)
    }

    // MARK: Choosing

    /// The endpoint to try.
    ///
    /// Those that are left alone, and those that this call has tried already, are taken only when there is no other.
    ///
    /// - Parameters:
    ///   - needsActive: Whether only the server that takes writes will do.
    ///   - tried: Endpoints that could not do it.
    /// - Returns: One that is ready, or the blocked one that takes writes; `nil` when there is none.
    mutating func choose(needsActive: Bool, tried: Set<Int>?, now: Instant) -> Int? {
        guard hasSeveral else { return isReady(0) ? 0 : nil }
        var best: (endpoint: Int, cost: (Int, Int))?
        let start = needsActive ? active : latest + 1
        for offset in endpoints.indices {
            let endpoint = (start + offset) % endpoints.count
            // A write waits for the active rather than hear from another that it is not the one.
            guard isReady(endpoint) || needsActive && endpoint == active && isUp(endpoint) else { continue }
            let isTried = tried?.contains(endpoint) ?? false
            let isResting = isResting(endpoint, evenThere: !needsActive, now: now)
            let cost = ((isTried ? 2 : 0) + (isResting ? 1 : 0), needsActive ? 0 : endpoints[endpoint].outstanding)
            if let best, best.cost <= cost { continue }
            best = (endpoint, cost)
        }
        if let best, !needsActive { latest = best.endpoint }
        return best?.endpoint
    }

    /// Whether there is an endpoint that was not tried yet and is not left alone.
    func hasOther(needsActive: Bool, than tried: Set<Int>, now: Instant) -> Bool {
        endpoints.indices.contains { endpoint in
            isUp(endpoint) && !tried.contains(endpoint)
                && !isResting(endpoint, evenThere: !needsActive, now: now)
        }
    }

    /// - Parameter evenThere: Whether an endpoint that is there and no good for reads counts, too.
    private func isResting(_ endpoint: Int, evenThere: Bool, now: Instant) -> Bool {
        guard let rest = endpoints[endpoint].rest, now < rest.until else { return false }
        return evenThere || rest.isSilence
    }
}
