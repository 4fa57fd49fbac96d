import JuiceDomain
import Messages
import SimulatedWorker
import WireJSON

/// Chooses what clients ask juice-service for.
enum JuiceWorkload {
    private static let fruits = Menu.builtInFruits.map(\.key)
    private static let juices = Menu.builtInJuices.map(\.key)

    static func next(_ random: inout SimulationRandom, _ memory: ClientMemory) -> Intent {
        switch random.int(0...78) {
        case 0..<40: order(&random)
        case 40..<55: adjust(&random)
        case 55..<63: set(&random, memory)
        case 63..<69: read(JuiceMethod.stockList.name, .stock)
        case 69..<71: read(JuiceMethod.menu.name, .menu)
        case 71..<74: pastOrder(&random, memory)
        case 74..<76: pastOrders(&random)
        default: replay(&random)
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

    /// Mostly enough; sometimes less than the way there and back takes.
    static func timeout(_ random: inout SimulationRandom) -> Int {
        random.chance(percent: 15) ? random.int(1...300) * millisecond : random.int(1...10) * second
    }
}
