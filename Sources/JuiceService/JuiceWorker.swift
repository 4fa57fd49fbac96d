import JuiceDomain
import Messages
import Storage
import WorkerRuntime

/// juice-service's rules behind the frame: which methods there are, and what the journal's levels mean.
struct JuiceWorker: WorkerService {
    let menu: Menu
    let name = ServiceName.juice
    let summary = "Keeps fruit stock and makes juice."

    /// What a new store, or a fruit that is new to the menu, starts with.
    var initialLevels: [Level] {
        menu.fruits.map { Level(item: $0.key, quantity: $0.initialQuantity, version: 1) }
    }

    var methods: [Method<JuiceShop>] {
        [
            Method(JuiceMethod.menu, "What there is, and how many can be made now.", .read(Self.menu)),
            Method(JuiceMethod.order, "Make juice: takes all of its fruits, or none.", for: .order, .write(Self.order)),
            Method(JuiceMethod.orderGet, "One past order.", .history(Self.orderGet)),
            Method(JuiceMethod.orderList, "Past orders, newest first.", .history(Self.orderList)),
            Method(JuiceMethod.stockList, "Every fruit's level.", .read(Self.stockList)),
            Method(JuiceMethod.stockAdjust, "Add to or take from levels.", .write(Self.stockAdjust)),
            Method(JuiceMethod.stockSet, "Set levels, if nobody changed them meanwhile.", .write(Self.stockSet)),
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
