/// The stock of one item as the journal keeps it.
package struct Level: Sendable, Hashable {
    /// The item's key, such as `mango` or `42`; the subject of its events.
    package var item: String
    /// How much there is.
    package var quantity: Int
    /// How often the quantity has changed, counted from the item's first level.
    package var version: Int
    /// The position of the item's last event; `nil` when it has had none.
    package var sequence: Int?

    /// Creates a level.
    package init(item: String, quantity: Int, version: Int, sequence: Int? = nil) {
        self.item = item
        self.quantity = quantity
        self.version = version
        self.sequence = sequence
    }
}
