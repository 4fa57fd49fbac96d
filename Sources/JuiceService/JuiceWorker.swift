import Journal
import JuiceDomain
import Messages
import WorkerEngine

/// Implements the methods of juice-service: which there are, and what the journal's levels mean.
struct JuiceWorker: WorkerService {
    let menu: Menu
    let name = ServiceName.juice
    let summary = JuiceMethod.summary
    let eventTypes = JuiceMethod.events

    /// What a new store, or a fruit that is new to the menu, starts with.
    var initialLevels: [Level] {
        menu.fruits.map { Level(item: $0.key, quantity: $0.initialQuantity, version: 1) }
    }

    /// The menu: who sells something else takes other fruits for an order.
    var rules: [UInt8]? {
        let fruits = menu.fruits.map { "\([$0.key, $0.korean, $0.english, $0.emoji]) \($0.initialQuantity)" }
        let juices = menu.juices.map { juice in
            "\([juice.key, juice.korean, juice.english]) \(juice.tag) \(juice.recipe.map { "\([$0.fruit]) \($0.quantity)" })"
        }
        return Array((fruits + [""] + juices).joined(separator: "\n").utf8)
    }

    /// A change of stock is a change of its fruit's level.
    var balanceRule: BalanceRule? { BalanceRule(eventType: StockChanged.type, delta: "delta") }

    var methods: [Method<JuiceShop>] {
        [
            Method(JuiceMethod.menu, body: .read(Self.menu)),
            Method(JuiceMethod.order, body: .write(Self.order)),
            Method(JuiceMethod.orderGet, body: .readCommitted(Self.orderGet)),
            Method(JuiceMethod.orderList, body: .readCommitted(Self.orderList)),
            Method(JuiceMethod.stockList, body: .read(Self.stockList)),
            Method(JuiceMethod.stockAdjust, body: .write(Self.stockAdjust)),
            Method(JuiceMethod.stockSet, body: .write(Self.stockSet)),
        ]
    }

    var openRPC: [UInt8] { PackageResources.juice_openrpc_json }

    func state(from levels: [Level]) throws -> JuiceShop {
        let known = Dictionary(levels.map { ($0.item, $0) }) { first, _ in first }
        let stock = try menu.fruits.map { fruit in
            guard let level = known[fruit.key] else {
                throw WorkerError(.configuration, "the store has no level for the menu's fruit \"\(fruit.key)\"")
            }
            guard FruitStock.quantities.contains(level.quantity), level.version >= 1 else {
                throw WorkerError(.configuration, "the store's level of \"\(fruit.key)\" is out of range")
            }
            return FruitStock.Level(quantity: level.quantity, version: level.version)
        }
        let former = levels.filter { menu.fruitIndex($0.item) == nil }
        return JuiceShop(
            menu: menu,
            stock: FruitStock(levels: stock, formerChanges: former.reduce(0) { $0 + max(0, $1.version - 1) })
        )
    }
}
