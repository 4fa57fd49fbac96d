import JuiceDomain
import Messages
import WireJSON
import WorkerEngine

extension JuiceWorker {
    static func menu(
        _ params: JSONNode?,
        shop: JuiceShop,
        context: inout ReadContext,
        result: inout JSONWriter
    ) throws(RPCError) {
        let juices = shop.menu.juices.enumerated().map { index, juice in
            JuiceMenuResult.Juice {
                $0.key = juice.key
                $0.tag = juice.tag
                $0.name = BilingualName(korean: juice.korean, english: juice.english)
                $0.recipe = juice.recipe.map { FruitQuantity(fruit: $0.fruit, quantity: $0.quantity) }
                $0.makeable = shop.makeable(index)
            }
        }
        let fruits = shop.menu.fruits.map { fruit in
            JuiceMenuResult.Fruit(
                key: fruit.key,
                name: BilingualName(korean: fruit.korean, english: fruit.english),
                emoji: fruit.emoji
            )
        }
        JuiceMenuResult(juices: juices, fruits: fruits).write(to: &result)
    }

    static func stockList(
        _ params: JSONNode?,
        shop: JuiceShop,
        context: inout ReadContext,
        result: inout JSONWriter
    ) throws(RPCError) {
        JuiceStockResult(fruits: FruitLevel.all(of: shop), version: shop.stock.version).write(to: &result)
    }

    static func stockAdjust(
        _ params: JSONNode?,
        shop: inout JuiceShop,
        context: inout WriteContext,
        result: inout JSONWriter
    ) throws(RPCError) {
        let adjust = try JuiceStockAdjustParams(params: params)
        let changes: [StockChange]
        do {
            changes = try shop.adjust(adjust.changes)
        } catch {
            throw RPCError(error, in: shop, param: "changes")
        }
        finish(changes, cause: .adjust, shop: shop, context: &context, result: &result)
    }

    static func stockSet(
        _ params: JSONNode?,
        shop: inout JuiceShop,
        context: inout WriteContext,
        result: inout JSONWriter
    ) throws(RPCError) {
        let set = try JuiceStockSetParams(params: params)
        let expected: VersionCondition? =
            switch set.expectedVersion {
            case .none: nil
            case .stock(let version): .stock(version)
            case .fruits(let versions): .fruits(versions)
            }
        let changes: [StockChange]
        do {
            changes = try shop.set(set.levels, expecting: expected)
        } catch {
            // An unknown fruit may stand in either object; the pointer names the one.
            let isExpected = if case .unknownFruit(let key) = error.code { set.levels[key] == nil } else { false }
            throw RPCError(error, in: shop, param: isExpected ? "expectedVersion" : "levels")
        }
        finish(changes, cause: .set, shop: shop, context: &context, result: &result)
    }

    private static func finish(
        _ changes: [StockChange],
        cause: StockChanged.Cause,
        shop: JuiceShop,
        context: inout WriteContext,
        result: inout JSONWriter
    ) {
        record(changes, cause: cause, menu: shop.menu, in: &context)
        let levels = changes.map { FruitLevel($0, on: shop.menu) }
        JuiceStockResult(fruits: levels, version: shop.stock.version).write(to: &result)
    }
}
