/// One change of how many there are of a product.
public struct StockChange: Sendable, Hashable {
    /// What makes changes.
    public enum Cause: String, Sendable, Hashable {
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
    public let previous: Int
    /// How many there are now.
    public let quantity: Int
    /// The stock's version after the change.
    public let version: Int
    /// What made it.
    public let cause: Cause
    /// What was added or, negative, taken; never 0.
    public var delta: Int { quantity - previous }
}
