/// A shop's menu and stock with the rules of selling and restocking: each call changes everything it names, or nothing.
package struct JuiceShop: Sendable, Hashable {
    /// The glasses one order may ask for.
    package static let orderQuantities = 1...1_000

    /// What the shop sells.
    package let menu: Menu
    /// What it has.
    package private(set) var stock: FruitStock

    /// Opens a shop with a stock that has one level for each fruit of the menu.
    package init(menu: Menu, stock: FruitStock) {
        self.menu = menu
        self.stock = stock
    }

    /// How many glasses of the juice at a position of the menu the present stock allows.
    package func makeable(_ juice: Int) -> Int {
        menu.recipe(of: juice).map { stock.levels[$0.fruit].quantity / $0.quantity }.min() ?? 0
    }

    /// Makes juice: takes all of its fruits, or none.
    ///
    /// - Parameters:
    ///   - key: The juice's key.
    ///   - quantity: Glasses, within ``orderQuantities``.
    /// - Returns: A change for each fruit taken, in the order of the menu's fruits.
    /// - Throws: ``JuiceError``: `quantityOutOfRange`, `unknownJuice`, or `insufficientStock` naming every short fruit.
    package mutating func order(_ key: String, quantity: Int) throws(JuiceError) -> [StockChange] {
        guard let juice = menu.juiceIndex(key) else { throw JuiceError(.unknownJuice(key)) }
        guard Self.orderQuantities.contains(quantity) else { throw JuiceError(.quantityOutOfRange([])) }
        let recipe = menu.recipe(of: juice)
        var shortages: [JuiceError.Shortage] = []
        for line in recipe {
            // At most 1 000 glasses of 1 000 000 fruits: far from the end of Int.
            let required = line.quantity * quantity
            let available = stock.levels[line.fruit].quantity
            if required > available {
                shortages.append(
                    JuiceError.Shortage(fruit: menu.fruits[line.fruit].key, required: required, available: available)
                )
            }
        }
        guard shortages.isEmpty else { throw JuiceError(.insufficientStock(shortages)) }
        return recipe.map { line in
            stock.setQuantity(stock.levels[line.fruit].quantity - line.quantity * quantity, of: line.fruit)
        }
    }

    /// Adds to, or takes from, the stock of several fruits: all of them, or none.
    ///
    /// - Parameter changes: What to add to each fruit, by key; negative takes away.
    /// - Returns: A change for each fruit whose quantity changed, in the order of the menu's fruits.
    /// - Throws: ``JuiceError``: `unknownFruit`, or `quantityOutOfRange` naming every fruit that would leave the range.
    package mutating func adjust(_ changes: [String: Int]) throws(JuiceError) -> [StockChange] {
        var quantities: [(fruit: Int, quantity: Int)] = []
        var outOfRange: [String] = []
        for (fruit, delta) in try resolve(changes) {
            let (sum, overflow) = stock.levels[fruit].quantity.addingReportingOverflow(delta)
            if overflow || !FruitStock.quantities.contains(sum) {
                outOfRange.append(menu.fruits[fruit].key)
            }
            quantities.append((fruit, sum))
        }
        guard outOfRange.isEmpty else { throw JuiceError(.quantityOutOfRange(outOfRange)) }
        return apply(quantities)
    }

    /// Sets the stock of several fruits, if nobody changed it in the meantime: all of them, or none.
    ///
    /// - Parameters:
    ///   - levels: The new quantity of each fruit, by key, within ``FruitStock/quantities``.
    ///   - expected: What the caller believes the version to be; `nil` to set regardless.
    /// - Returns: A change for each fruit whose quantity changed, in the order of the menu's fruits.
    /// - Throws: ``JuiceError``: `unknownFruit`, `quantityOutOfRange`, or `versionMismatch`.
    package mutating func set(_ levels: [String: Int], expecting expected: VersionCondition?) throws(JuiceError)
        -> [StockChange]
    {
        let quantities = try resolve(levels)
        let outOfRange = quantities.filter { !FruitStock.quantities.contains($0.value) }
        guard outOfRange.isEmpty else {
            throw JuiceError(.quantityOutOfRange(outOfRange.map { menu.fruits[$0.fruit].key }))
        }
        switch expected {
        case .none:
            break
        case .stock(let version):
            guard version == stock.version else { throw JuiceError(.versionMismatch) }
        case .fruits(let versions):
            let resolved = try resolve(versions)
            guard resolved.allSatisfy({ stock.levels[$0.fruit].version == $0.value }) else {
                throw JuiceError(.versionMismatch)
            }
        }
        return apply(quantities.map { ($0.fruit, $0.value) })
    }

    private func resolve(_ values: [String: Int]) throws(JuiceError) -> [(fruit: Int, value: Int)] {
        var resolved: [(fruit: Int, value: Int)] = []
        // Sorted, so that which of two unknown fruits is named does not depend on the seed of the hash.
        for (key, value) in values.sorted(by: { $0.key < $1.key }) {
            guard let fruit = menu.fruitIndex(key) else { throw JuiceError(.unknownFruit(key)) }
            resolved.append((fruit, value))
        }
        return resolved.sorted { $0.fruit < $1.fruit }
    }

    private mutating func apply(_ quantities: [(fruit: Int, quantity: Int)]) -> [StockChange] {
        quantities.compactMap { fruit, quantity in
            stock.levels[fruit].quantity == quantity ? nil : stock.setQuantity(quantity, of: fruit)
        }
    }
}
