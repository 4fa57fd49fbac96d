internal import LoadGenerator
internal import Messages
internal import Platform
internal import Terminal
internal import WireJSON
internal import WorkerClient
internal import ZeroMQ

/// What a benchmark needs of juice-service besides orders: enough fruit, all of it given back, and its memory.
struct BenchShop: Sendable {
    /// The highest level there is.
    private static let highest = 1_000_000_000

    let caller: ServiceCaller
    let juice: JuiceMenuResult.Juice
    /// How much of each fruit was added for the run.
    private(set) var added: [String: Int] = [:]

    /// Chooses what to order: a juice of the fewest fruits, so that an order is as little work as one can be, and of those
    /// the one that takes least, so that the fruit lasts longest.
    ///
    /// - Throws: ``CallFailure``, and ``UsageError`` where the menu has nothing to order.
    init(asking caller: ServiceCaller) async throws {
        self.caller = caller
        let method = JuiceMethod.menu.name
        let menu = try caller.decode(try await caller.read(method), of: method) { JuiceMenuResult($0) }
        let juice = menu.juices.filter { !$0.recipe.isEmpty }.min { $0.cost < $1.cost }
        guard let juice else { throw UsageError("the menu has no juice to order") }
        self.juice = juice
    }

    var order: LoadCall {
        LoadCall(method: JuiceMethod.order.name, params: JuiceOrderParams(juice: juice.key).jsonBytes)
    }

    /// Fills up the fruits of the juice.
    ///
    /// - Returns: The position after it.
    mutating func fillUp() async throws(CallFailure) -> Int {
        let method = JuiceMethod.stockList.name
        let reply = try await caller.read(method)
        let stock = try caller.decode(reply, of: method) { JuiceStockResult($0) }
        for level in stock.fruits where juice.recipe.contains(where: { $0.fruit == level.fruit }) {
            if level.quantity < Self.highest { added[level.fruit] = Self.highest - level.quantity }
        }
        guard !added.isEmpty else { return reply.meta?.sequence ?? 0 }
        return try await adjust(added)?.sequence ?? 0
    }

    /// Takes out what was added and is left: the levels are then as if nothing had been ordered.
    ///
    /// - Parameter orders: How many orders were done since the last time.
    mutating func giveBack(orders: Int) async throws(CallFailure) {
        var changes = added.mapValues { -$0 }
        for part in juice.recipe { changes[part.fruit, default: 0] += part.quantity * orders }
        added = [:]
        _ = try await adjust(changes)
    }

    /// What was added is put back already.
    mutating func forgetAdded() {
        added = [:]
    }

    private func adjust(_ changes: [String: Int]) async throws(CallFailure) -> ReplyMeta? {
        let changes = changes.filter { $0.value != 0 }
        guard !changes.isEmpty else { return nil }
        let params = JuiceStockAdjustParams(changes: changes).jsonBytes
        return try await caller.write(JuiceMethod.stockAdjust.name, with: params, key: IdempotencyKey.make()).meta
    }
}

extension JuiceMenuResult.Juice {
    /// How many kinds of fruit a glass takes, and how many fruits.
    fileprivate var cost: (Int, Int) {
        (recipe.count, recipe.reduce(0) { $0 + $1.quantity })
    }
}

extension ServiceCaller {
    /// Goes through the events after a position to the newest one.
    ///
    /// - Parameters:
    ///   - onEvents: Gets the events of a page.
    /// - Throws: ``CallFailure``, also when they are no longer kept.
    func replay(after position: Int, _ onEvents: (JSONNode) -> Void) async throws(CallFailure) {
        let method = ServiceMethod.replay.name
        var after: Int? = position
        while let start = after {
            let reply = try await read(method, with: EventsReplayParams(after: start).jsonBytes)
            after = try decode(reply, of: method) { node -> Int?? in
                guard let events = node["events"] else { return nil }
                onEvents(events)
                return .some(EventsReplayResult.continuation(of: node))
            }
        }
    }
}

extension Session {
    /// Sends a load, on a thread of its own.
    func load(_ plan: LoadPlan) async throws -> LoadTally {
        let isShown = output.isNoteTerminal && !settings.isJSON
        let onProgress: @Sendable (LoadProgress?) -> Void = { [output, texts] progress in
            let rate = progress.map { texts("rate_per_second", rate: $0.rate.grouped) }
            output.draw(progress.map { "\(BatchProgress.bar($0.share)) · \(rate ?? "")" } ?? "")
        }
        return try await ZMQNode.withNode(name: "load") { node in
            try await LoadRun(plan: plan, onProgress: isShown ? onProgress : nil).run(on: node)
        }
    }

    func show(_ report: BenchReport) throws {
        try show(report.lines(output.palette), or: report.document)
    }
}
