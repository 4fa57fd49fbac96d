/// One change of how many there are of a product.
package struct StockChange: Sendable, Hashable {
    /// What makes changes.
    package enum Cause: String, Sendable, Hashable {
        /// The product came with a stock.
        case register
        /// Its vendor set the stock.
        case update
        /// Somebody purchased some.
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
