/// What histories have contained, for the totals.
struct SimulationCounts {
    var histories = 0
    /// Requests of clients, and how they ended.
    var calls = 0
    var acknowledged = 0
    var refused = 0
    var unknown = 0
    var resends = 0
    /// Products that were registered and deleted, and purchases.
    var registered = 0
    var deleted = 0
    var purchased = 0
    /// Events in the journals, and events that subscribers were given.
    var events = 0
    var delivered = 0
    private var faults = [Int](repeating: 0, count: FaultKind.allCases.count)
    private static let kinds = FaultKind.allCases

    mutating func add(_ kind: FaultKind, _ count: Int = 1) {
        // A handful: searching is cheaper than a table that has to be kept in order.
        if let index = Self.kinds.firstIndex(of: kind) { faults[index] += count }
    }

    subscript(_ kind: FaultKind) -> Int {
        Self.kinds.firstIndex(of: kind).map { faults[$0] } ?? 0
    }

    static func += (left: inout SimulationCounts, right: SimulationCounts) {
        left.histories += right.histories
        left.calls += right.calls
        left.acknowledged += right.acknowledged
        left.refused += right.refused
        left.unknown += right.unknown
        left.resends += right.resends
        left.registered += right.registered
        left.deleted += right.deleted
        left.purchased += right.purchased
        left.events += right.events
        left.delivered += right.delivered
        for index in left.faults.indices { left.faults[index] += right.faults[index] }
    }

    /// The totals in four lines.
    var summary: String {
        let crashes = self[.crashInTick] + self[.crashInDisk] + self[.crashBetweenIterations]
        let faults = Self.kinds.map { "\($0.rawValue) \(self[$0])" }.joined(separator: " · ")
        return """
            seeds \(histories) · commands \(calls) · acknowledged \(acknowledged) · refused \(refused) · unknown \(unknown) \
            · resends \(resends)
            crashes \(crashes) · power losses \(self[.powerLoss]) · cuts \(self[.cutConnection]) · events \(events) · \
            delivered \(delivered)
            products \(registered) · deleted \(deleted) · purchases \(purchased)
            \(faults)
            """
    }
}
