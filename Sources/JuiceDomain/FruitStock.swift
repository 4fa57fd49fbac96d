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
    /// How many a new store starts with, `0…FruitStock.maxQuantity`.
    package var initialQuantity: Int

    package init(key: String, korean: String, english: String, emoji: String, initialQuantity: Int) {
        self.key = key
        self.korean = korean
        self.english = english
        self.emoji = emoji
        self.initialQuantity = initialQuantity
    }
}

/// How many of each fruit there are: a value, so that giving up a batch of changes is keeping the old one.
package struct FruitStock: Sendable, Hashable {
    /// One fruit's quantity and how often it has changed.
    package struct Level: Sendable, Hashable {
        /// How many there are, within ``FruitStock/quantities``.
        package var quantity: Int
        /// Starts at 1 and rises by one with each change.
        package var version: Int

        package init(quantity: Int, version: Int) {
            self.quantity = quantity
            self.version = version
        }
    }

    /// The most of one fruit that a store can hold.
    package static let maxQuantity = 1_000_000_000
    /// The quantities a fruit can have.
    package static let quantities = 0...maxQuantity

    /// One level for each fruit of the menu, in its order.
    package private(set) var levels: [Level]

    /// Rises by one with each change of any fruit; 1 for a new store.
    ///
    /// It is derived (one more than all changes together), so it cannot disagree with the fruits' versions.
    package var version: Int {
        levels.reduce(1 + formerChanges) { $0 + $1.version - 1 }
    }

    /// Changes of fruits that the store has and the menu no longer names: without them, a shorter menu would bring old
    /// versions back.
    private let formerChanges: Int

    /// Creates a stock.
    ///
    /// - Parameters:
    ///   - levels: One level for each fruit of a menu, in its order.
    ///   - formerChanges: How often fruits changed that the menu does not name.
    package init(levels: [Level], formerChanges: Int = 0) {
        self.levels = levels
        self.formerChanges = formerChanges
    }

    /// Creates the stock that a new store of a menu starts with.
    package init(initialFor menu: Menu) {
        self.init(levels: menu.fruits.map { Level(quantity: $0.initialQuantity, version: 1) })
    }

    /// Sets one fruit's quantity; the caller has checked that it is in range and different.
    mutating func setQuantity(_ quantity: Int, of fruit: Int) -> StockChange {
        let previous = levels[fruit].quantity
        levels[fruit].quantity = quantity
        levels[fruit].version += 1
        return StockChange(fruit: fruit, previous: previous, quantity: quantity, version: levels[fruit].version)
    }
}

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

/// What a caller believes the stock's version to be when it sets levels.
package enum VersionCondition: Sendable, Hashable {
    /// The whole stock's version.
    case stock(Int)
    /// The versions of some fruits, by key; other fruits may have changed.
    case fruits([String: Int])
}
