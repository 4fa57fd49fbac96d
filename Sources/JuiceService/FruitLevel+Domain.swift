import JuiceDomain
import Messages

extension FruitLevel {
    /// A level as a change left it, with what it was before.
    init(_ change: StockChange, on menu: Menu) {
        self.init(
            fruit: menu.fruits[change.fruit].key,
            quantity: change.quantity,
            version: change.version,
            previous: change.previous
        )
    }

    /// Every level of a shop, in the order of its menu's fruits.
    static func all(of shop: JuiceShop) -> [FruitLevel] {
        zip(shop.menu.fruits, shop.stock.levels).map { fruit, level in
            FruitLevel(fruit: fruit.key, quantity: level.quantity, version: level.version)
        }
    }
}
