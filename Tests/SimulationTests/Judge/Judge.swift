import Journal
import Messages
import SQLiteJournal
import SimulatedWorker

/// Holds what clients and subscribers know against what the stores hold.
struct Judge {
    let world: World
    let ledger: ClientLedger
    let histories: StoreHistories
    /// Whether old rows were deleted.
    let prunes: Bool
    /// Records by the ids of their requests.
    let recordOfID: [String: Int]
    /// The stock at each position, by the life of the stream.
    private(set) var snapshots: [String: [StockSnapshot]] = [:]
    /// The market after each row, from none on, by the life of the stream.
    private(set) var markets: [String: [(sequence: Int, model: MarketModel)]] = [:]

    init(_ world: World, _ ledger: ClientLedger, _ suite: Suite, prunes: Bool) {
        self.world = world
        self.ledger = ledger
        self.prunes = prunes
        histories = suite.histories
        var recordOfID: [String: Int] = [:]
        for (index, record) in ledger.records.enumerated() { recordOfID[record.id] = index }
        self.recordOfID = recordOfID
    }

    var juice: StoreHistory { history(of: .juice) }
    var market: StoreHistory { history(of: .market) }

    /// Everything that a service's store has held; nothing for one without a store.
    func history(of service: ServiceName) -> StoreHistory { histories[service] }

    /// Judges everything but subscribers and what is stored now.
    mutating func judge() {
        for epoch in juice.epochs { snapshots[epoch] = foldStock(epoch) }
        for epoch in market.epochs { markets[epoch] = foldMarket(epoch) }
        for service in ServiceName.suite {
            for epoch in history(of: service).epochs { judgeStream(history(of: service), epoch, service.rawValue) }
            judgeOrderInTime(service, history(of: service))
        }
        for epoch in juice.epochs {
            judgeCauses(.juice, epoch)
            judgeEffects(epoch)
        }
        for epoch in market.epochs { judgeCauses(.market, epoch) }
        judgeConstants()
        for record in ledger.records { judge(record) }
    }

    func find(_ text: String) { world.find(text) }

    /// The request that a row was made by; `nil` when there is none.
    func cause(of row: JournalRow) -> CallRecord? {
        row.causationID.flatMap { recordOfID[$0] }.map { ledger.records[$0] }
    }

    private func judge(_ record: CallRecord) {
        switch record.outcome {
        case nil:
            find("\(record.id) never ended")
        case .ok(let result, let attachments, let meta):
            if record.intent.isWrite {
                judgeAcknowledged(record, result, meta)
            } else {
                judgeRead(record, result, attachments, meta)
            }
        case .notApplied(let reason):
            if reason.hasPrefix("bad reply") || reason == "INTERNAL" { find("\(record.id) got a \(reason)") }
            let history = history(of: record.service)
            for epoch in history.epochs {
                guard let row = history[epoch]?.rows.first(where: { $0.causationID == record.id }) else { continue }
                find("\(record.id) was told not applied (\(reason)), but is row \(row.number) of \(epoch)")
            }
        case .unknown, .forgotten:
            break
        }
    }
}
