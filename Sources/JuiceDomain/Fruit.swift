/// A fruit that a shop keeps.
public struct Fruit: Sendable, Hashable {
    /// The name on the wire, such as `mango`.
    public var key: String
    /// The Korean name.
    public var korean: String
    /// The English name.
    public var english: String
    /// One picture character for a screen; may be empty.
    public var emoji: String
    /// How many a new store starts with, `0…FruitStock.largestQuantity`.
    public var initialQuantity: Int

    /// Creates a fruit.
    public init(key: String, korean: String, english: String, emoji: String, initialQuantity: Int) {
        self.key = key
        self.korean = korean
        self.english = english
        self.emoji = emoji
        self.initialQuantity = initialQuantity
    }
}
