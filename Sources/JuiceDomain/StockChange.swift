/// One change of one fruit's quantity.
public struct StockChange: Sendable, Hashable {
    /// The fruit's position in the menu.
    public let fruit: Int
    /// How many there were.
    public let previous: Int
    /// How many there are now.
    public let quantity: Int
    /// The fruit's version after the change.
    public let version: Int

    /// What was added (or, negative, taken).
    public var delta: Int {
        quantity - previous
    }
}
