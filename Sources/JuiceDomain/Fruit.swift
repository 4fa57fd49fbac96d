/// A fruit that a shop keeps.
package struct Fruit: Sendable, Hashable {
    /// The name on the wire, such as `mango`.
    package var key: String
    /// The Korean name.
    package var korean: String
    /// The English name.
    package var english: String
    /// One picture character for a screen; may be empty.
    package var emoji: String
    /// How many a new store starts with, `0…FruitStock.largestQuantity`.
    package var initialQuantity: Int

    /// Creates a fruit.
    package init(key: String, korean: String, english: String, emoji: String, initialQuantity: Int) {
        self.key = key
        self.korean = korean
        self.english = english
        self.emoji = emoji
        self.initialQuantity = initialQuantity
    }
}
