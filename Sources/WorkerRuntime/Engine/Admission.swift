/// Counts unanswered requests, of each peer and in all, against the limits.
///
/// The engine answers nearly everything it takes within a turn, so only large batches reach a limit; the counts live for a
/// turn. What is offloaded is counted beside them, until it is answered.
struct Admission {
    private let perPeer: Int
    private let total: Int
    private var counts: [[UInt8]: Int] = [:]
    private var count = 0
    /// Requests of earlier turns, and of this one, that are offloaded.
    var offloaded = 0

    init(_ limits: WorkerLimits) {
        perPeer = limits.requestsPerPeer
        total = limits.requests
    }

    /// Takes in a message with one request; those are too few in a turn to be counted by peer.
    mutating func admitOne() -> Bool {
        guard count + offloaded < total else { return false }
        count += 1
        return true
    }

    /// Takes in a batch of a peer; `false` when they would be too many, and then none is counted.
    mutating func admit(_ requests: Int, of peer: [UInt8]) -> Bool {
        guard count + offloaded + requests <= total else { return false }
        let known = counts[peer, default: 0]
        guard known + requests <= perPeer else { return false }
        counts[peer] = known + requests
        count += requests
        return true
    }

    /// Forgets a finished turn, whose requests are all answered.
    mutating func removeAll() {
        counts.removeAll(keepingCapacity: true)
        count = 0
    }
}
