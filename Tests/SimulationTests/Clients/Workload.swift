import JuiceDomain
import Messages
import WireJSON

/// Chooses what clients ask for.
struct Workload {
    private static let fruits = Menu.builtInFruits.map(\.key)
    private static let juices = Menu.builtInJuices.map(\.key)

    /// A write that adds or takes stock, an order, or a read, as a client of all services might mix them.
    static func next(_ random: inout SimulationRandom, _ memory: ClientMemory, at now: Int) -> Intent {
        switch random.int(0...99) {
        case 0..<40: order(&random)
        case 40..<55: adjust(&random)
        case 55..<63: set(&random, memory)
        case 63..<73: memory.repeated(&random, at: now) ?? order(&random)
        case 73..<76: memory.contradiction(&random, at: now) ?? adjust(&random)
        case 76..<82: read(JuiceMethod.stockList.name, .stock)
        case 82..<84: read(JuiceMethod.menu.name, .menu)
        case 84..<87: pastOrder(&random, memory)
        case 87..<89: pastOrders(&random)
        case 89..<93: replay(&random)
        case 93..<94: standard(&random)
        case 94..<97: formula(&random)
        default: exhibit(&random)
        }
    }

    static func order(_ random: inout SimulationRandom) -> Intent {
        // Now and then more than there will ever be, and a juice that nobody knows.
        let isUnknown = random.chance(percent: 3)
        let juice = isUnknown ? "papaya" : random.pick(juices)
        let quantity = random.chance(percent: 5) ? 900 : random.int(1...2)
        var intent = Intent(
            service: .juice,
            method: JuiceMethod.order.name,
            params: JuiceOrderParams(juice: juice, quantity: quantity).jsonBytes,
            isWrite: true,
            meaning: .order(juice: juice, quantity: quantity)
        )
        intent.timeout = timeout(&random)
        return intent
    }

    static func adjust(_ random: inout SimulationRandom) -> Intent {
        var changes: [String: Int] = [:]
        for _ in 0..<random.int(1...2) { changes[random.pick(fruits)] = random.int(1...40) }
        if random.chance(percent: 20) { changes[random.pick(fruits)] = -random.int(1...20) }
        var intent = Intent(
            service: .juice,
            method: JuiceMethod.stockAdjust.name,
            params: JuiceStockAdjustParams(changes: changes).jsonBytes,
            isWrite: true,
            meaning: .adjust(changes)
        )
        intent.timeout = timeout(&random)
        return intent
    }

    private static func set(_ random: inout SimulationRandom, _ memory: ClientMemory) -> Intent {
        let fruit = random.pick(fruits)
        let levels = [fruit: random.int(0...60)]
        var expected: JuiceStockSetParams.ExpectedVersion?
        if let versions = memory.versions, random.chance(percent: 70) {
            expected =
                random.chance(percent: 50) ? .stock(versions.whole) : .fruits([fruit: versions.fruits[fruit] ?? 1])
        }
        return Intent(
            service: .juice,
            method: JuiceMethod.stockSet.name,
            params: JuiceStockSetParams(levels: levels, expectedVersion: expected).jsonBytes,
            isWrite: true,
            meaning: .set(levels, expected: expected)
        )
    }

    private static func read(_ method: String, _ meaning: Intent.Meaning) -> Intent {
        Intent(service: .juice, method: method, params: nil, isWrite: false, meaning: meaning)
    }

    /// What every service answers; rarely that it shall end.
    private static func standard(_ random: inout SimulationRandom) -> Intent {
        let methods = [
            ServiceMethod.ping.name, ServiceMethod.info.name, ServiceMethod.stats.name, ServiceMethod.health.name,
        ]
        return read(random.chance(percent: 30) ? ServiceMethod.drain.name : random.pick(methods), .none)
    }

    private static func pastOrder(_ random: inout SimulationRandom, _ memory: ClientMemory) -> Intent {
        let id = memory.orders.isEmpty ? "1" : random.pick(memory.orders)
        return Intent(
            service: .juice,
            method: JuiceMethod.orderGet.name,
            params: JuiceOrderGetParams(id: id).jsonBytes,
            isWrite: false,
            meaning: .pastOrder(id: id)
        )
    }

    private static func pastOrders(_ random: inout SimulationRandom) -> Intent {
        let after = random.chance(percent: 50) ? String(random.int(1...30)) : nil
        let limit = random.int(1...10)
        return Intent(
            service: .juice,
            method: JuiceMethod.orderList.name,
            params: JuiceOrderListParams(after: after, limit: limit).jsonBytes,
            isWrite: false,
            meaning: .pastOrders(after: after, limit: limit)
        )
    }

    private static func replay(_ random: inout SimulationRandom) -> Intent {
        let after = random.int(0...40)
        let limit = random.int(1...30)
        let topics =
            random.chance(percent: 60) ? ["\(StockChanged.type).\(random.pick(fruits)).", "expo."] : nil
        return Intent(
            service: .juice,
            method: ServiceMethod.replay.name,
            params: EventsReplayParams(after: after, limit: limit, topics: topics).jsonBytes,
            isWrite: false,
            meaning: .replay(after: after, limit: limit, topics: topics)
        )
    }

    private static func formula(_ random: inout SimulationRandom) -> Intent {
        let formula = "\(random.int(0...99))+\(random.int(0...99))*\(random.int(0...9))"
        return Intent(
            service: .calc,
            method: CalcMethod.evaluate.name,
            params: CalcEvaluateParams(formula: formula).jsonBytes,
            isWrite: false,
            meaning: .formula(formula)
        )
    }

    private static func exhibit(_ random: inout SimulationRandom) -> Intent {
        let number = random.int(1...13)
        return Intent(
            service: .expo,
            method: ExpoMethod.entriesGet.name,
            params: Array(#"{"number":\#(number)}"#.utf8),
            isWrite: false,
            meaning: .exhibit(number)
        )
    }

    /// Mostly enough; sometimes less than the way there and back takes.
    private static func timeout(_ random: inout SimulationRandom) -> Int {
        random.chance(percent: 15) ? random.int(1...300) * millisecond : random.int(1...10) * second
    }
}
