package import Logging
internal import WorkerEngine

/// Bounds how many lines the log has of requests that change nothing.
///
/// A write that was done is always logged: the store keeps more of it than the log. What is refused, or asked again
/// under the same key, costs anyone who asks nothing, and could fill a disk.
struct AuditQuota {
    /// Requests of one peer that came to the same.
    struct Kind: Hashable {
        let peer: String
        let outcome: AuditOutcome
    }

    private let most: Int
    private var told: [Kind: Int] = [:]
    private var leftOut: [Kind: Int] = [:]

    /// - Parameter most: The lines of one kind until ``take()`` is called.
    init(most: Int) {
        self.most = most
    }

    /// Whether there is nothing that ``take()`` would begin again.
    var isEmpty: Bool { told.isEmpty }

    /// Whether a request is to be logged; one that is not is counted.
    mutating func admits(_ outcome: AuditOutcome, of peer: String) -> Bool {
        guard outcome != .done else { return true }
        let kind = Kind(peer: peer, outcome: outcome)
        guard told[kind, default: 0] >= most else {
            told[kind, default: 0] += 1
            return true
        }
        leftOut[kind, default: 0] += 1
        return false
    }

    /// How many of each kind were left out; all counts begin again.
    mutating func take() -> [(kind: Kind, count: Int)] {
        defer { (told, leftOut) = ([:], [:]) }
        return leftOut.map { (kind: $0.key, count: $0.value) }
            .sorted { ($0.kind.peer, $0.kind.outcome.description) < ($1.kind.peer, $1.kind.outcome.description) }
    }
}

/// Where it is logged who has written what.
package struct AuditLog: Sendable {
    let log: Logger
    /// Whether all writes are logged, those of the user too.
    let isComplete: Bool

    /// - Parameters:
    ///   - log: A log that leaves out no line.
    ///   - isComplete: Whether the user's own writes are logged too.
    package init(_ log: Logger, isComplete: Bool) {
        (self.log, self.isComplete) = (log, isComplete)
    }
}
