/// One change of one fruit's quantity.
package struct StockChange: Sendable, Hashable {
    /// The fruit's position in the menu.
    package let fruit: Int
    /// How many there were.
    package let previous: Int
    /// How many there are now.
    package let quantity: Int
    /// The fruit's version after the change.
    package let version: Int

    /// What was added (or, negative, taken).
    package var delta: Int {
        quantity - previous
    }
}
