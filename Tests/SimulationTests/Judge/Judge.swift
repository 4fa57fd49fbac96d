import Messages
import Storage

/// Holds what clients and subscribers know against what the stores hold.
struct Judge {
    let world: World
    let ledger: Ledger
    let juice: StoreHistory
    let expo: StoreHistory
    /// Whether old rows were deleted.
    let prunes: Bool
    /// Records by the ids of their requests.
    let recordOfID: [String: Int]
    /// The stock at each position, by the life of the stream.
    private(set) var snapshots: [String: [StockSnapshot]] = [:]

    init(_ world: World, _ ledger: Ledger, juice: StoreHistory, expo: StoreHistory, prunes: Bool) {
        self.world = world
        self.ledger = ledger
        self.juice = juice
        self.expo = expo
        self.prunes = prunes
        var recordOfID: [String: Int] = [:]
        for (index, record) in ledger.records.enumerated() { recordOfID[record.id] = index }
        self.recordOfID = recordOfID
    }

    /// Judges everything but subscribers.
    mutating func judge() {
        for epoch in juice.epochs { snapshots[epoch] = foldStock(epoch) }
        for (history, name) in [(juice, "juice"), (expo, "expo")] {
            for epoch in history.epochs { judgeStream(history, epoch, name) }
        }
        for epoch in juice.epochs { judgeEffects(epoch) }
        for record in ledger.records { judge(record) }
        judgeOrderInTime(.juice, juice)
        judgeOrderInTime(.expo, expo)
    }

    func find(_ text: String) { world.find(text) }

    func store(of service: ServiceName) -> StoreHistory? {
        switch service {
        case .juice: juice
        case .expo: expo
        default: nil
        }
    }

    private func judge(_ record: CallRecord) {
        switch record.outcome {
        case nil:
            find("\(record.id) never ended")
        case .ok(let result, let meta):
            if record.intent.isWrite {
                judgeAcknowledged(record, result, meta)
            } else {
                judgeRead(record, result, meta)
            }
        case .notApplied(let reason):
            if reason.hasPrefix("bad reply") { find("\(record.id) got a \(reason)") }
            for epoch in juice.epochs {
                guard let row = juice[epoch]?.rows.first(where: { $0.causationID == record.id }) else { continue }
                find("\(record.id) was told not applied (\(reason)), but is row \(row.number) of \(epoch)")
            }
        case .unknown, .forgotten:
            break
        }
    }
}
