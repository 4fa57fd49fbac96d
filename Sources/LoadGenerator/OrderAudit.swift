/// Holds what the service has kept against what it has acknowledged.
///
/// An order changes each fruit of its recipe once, and each change is one event that names the request. So an acknowledged
/// order without all of its events is lost, and one with more of them was done twice; one that was refused and has any was
/// done although it was denied.
package struct OrderAudit: Sendable {
    private let ends: [Substring: [LoadTally.OrderEnd]]
    private let eventsPerOrder: Int?
    private var events: [Substring: [UInt8]]

    /// - Parameters:
    ///   - ends: What the client was told of each order.
    ///   - eventsPerOrder: How many fruits an order takes; `nil` where that is not known, and most of the acknowledged show it.
    package init(_ ends: [Substring: [LoadTally.OrderEnd]], eventsPerOrder: Int?) {
        self.ends = ends
        self.eventsPerOrder = eventsPerOrder
        events = ends.mapValues { Array(repeating: 0, count: $0.count) }
    }

    /// Counts an event, by the id of the request that caused it.
    ///
    /// - Returns: Whether it is of this run.
    @discardableResult
    package mutating func take(causedBy id: String) -> Bool {
        guard let id = LoadRequestID(id), let index = events.index(forKey: id.client),
            events.values[index].indices.contains(id.number)
        else { return false }
        if events.values[index][id.number] < .max { events.values[index][id.number] += 1 }
        return true
    }

    /// How many orders there were, and reads between them.
    package var count: Int { ends.values.reduce(0) { $0 + $1.count } }

    /// Whether events say what was done: a write that publishes none shows nothing.
    package var isFounded: Bool { eventsOfEach > 0 }

    /// How many events an order has, where nobody said so that which most of the acknowledged have.
    private var eventsOfEach: Int {
        if let eventsPerOrder { return eventsPerOrder }
        var found: [UInt8: Int] = [:]
        for (client, ends) in ends {
            for (end, count) in zip(ends, events[client] ?? []) where end == .acknowledged {
                found[count, default: 0] += 1
            }
        }
        return Int(found.max { $0.value < $1.value }?.key ?? 0)
    }

    package var verdict: OrderVerdict {
        let eventsPerOrder = eventsOfEach
        var verdict = OrderVerdict()
        for (client, ends) in ends {
            guard let counts = events[client] else { continue }
            for (end, count) in zip(ends, counts) {
                let count = Int(count)
                if count > eventsPerOrder { verdict.twice += 1 }
                if count >= eventsPerOrder { verdict.applied += 1 }
                switch end {
                case .acknowledged:
                    verdict.acknowledged += 1
                    if count < eventsPerOrder { verdict.lost += 1 }
                case .refused: if count > 0 { verdict.deniedYetDone += 1 }
                case .unanswered: break
                }
            }
        }
        return verdict
    }
}

package struct OrderVerdict: Sendable, Hashable {
    package var acknowledged = 0
    /// Orders that were done, acknowledged or not.
    package var applied = 0
    package var lost = 0
    package var twice = 0
    package var deniedYetDone = 0

    package var isGood: Bool { lost == 0 && twice == 0 && deniedYetDone == 0 }
}
