/// How many there are of a product, and how often that has changed.
package struct ProductStock: Sendable, Hashable {
    /// How many there are, within ``ProductRules/stocks``.
    package private(set) var quantity: Int
    /// Rises by one with each change; 0 before the first.
    package private(set) var version: Int

    /// Makes a stock; the one that a product begins with is empty and has never changed.
    package init(quantity: Int = 0, version: Int = 0) {
        self.quantity = quantity
        self.version = version
    }

    /// Sets how many there are.
    ///
    /// - Parameter quantity: Within ``ProductRules/stocks``.
    /// - Returns: The change; `nil` when there are as many already.
    package mutating func set(_ quantity: Int, cause: ProductStockChange.Cause) -> ProductStockChange? {
        guard quantity != self.quantity else { return nil }
        let previous = self.quantity
        self.quantity = quantity
        version += 1
        return ProductStockChange(previous: previous, quantity: quantity, version: version, cause: cause)
    }

    /// Takes what someone purchases: all of it, or nothing.
    ///
    /// - Parameter quantity: How many, within ``ProductRules/purchaseQuantities``.
    /// - Throws: ``MarketError``: `quantityOutOfRange`, or `insufficientStock` when there are fewer.
    package mutating func purchase(_ quantity: Int) throws(MarketError) -> ProductStockChange {
        guard ProductRules.purchaseQuantities.contains(quantity) else { throw MarketError(.quantityOutOfRange) }
        guard let change = self.quantity < quantity ? nil : set(self.quantity - quantity, cause: .purchase) else {
            throw MarketError(.insufficientStock(required: quantity, available: self.quantity))
        }
        return change
    }
}

/// One change of how many there are of a product.
package struct ProductStockChange: Sendable, Hashable {
    /// What makes changes.
    package enum Cause: String, Sendable, Hashable {
        /// The product came with a stock.
        case register
        /// Its vendor set the stock.
        case update
        /// Someone purchased some.
        case purchase
        /// The product was deleted with what was left of it.
        case delete
    }

    /// How many there were.
    package let previous: Int
    /// How many there are now.
    package let quantity: Int
    /// The stock's version after the change.
    package let version: Int
    /// What made it.
    package let cause: Cause
    /// What was added or, negative, taken; never 0.
    package var delta: Int { quantity - previous }
}
