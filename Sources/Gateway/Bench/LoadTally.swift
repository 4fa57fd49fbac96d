/// What became of a load's requests.
struct LoadTally: Sendable {
    /// What became of one order; a byte each, because there are millions.
    enum OrderEnd: UInt8, Sendable {
        case unanswered
        case acknowledged
        case refused
    }

    var sent = 0
    var acknowledged = 0
    /// Answers that say no, by reason.
    var refused: [String: Int] = [:]
    /// Results that are not what was asked for.
    var wrong = 0
    /// Answers to nothing that was out: a second one, or one to nobody's question.
    var stray = 0
    /// Answers of the time that counts.
    var counted = 0
    /// How long was waited for them.
    var latencies = LatencyHistogram()
    /// The highest position that an answer told.
    var lastSequence = 0
    /// Each client's orders by number; empty places belong to reads.
    var orders: [Substring: [OrderEnd]] = [:]

    /// Orders that were acknowledged, and those whose end nobody knows yet.
    var ordersPerhapsDone: Int {
        orders.values.reduce(0) { $0 + $1.count { $0 != .refused } }
    }

    var unanswered: Int { sent - acknowledged - wrong - refused.values.reduce(0, +) }

    mutating func add(_ other: LoadTally) {
        sent += other.sent
        acknowledged += other.acknowledged
        refused.merge(other.refused, uniquingKeysWith: +)
        wrong += other.wrong
        stray += other.stray
        counted += other.counted
        latencies.add(other.latencies)
        lastSequence = max(lastSequence, other.lastSequence)
        orders.merge(other.orders) { $1 }
    }
}
