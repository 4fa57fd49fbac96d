/// A shop's fruits and juices, checked: the holder of a  can rely on every rule below.
package struct Menu: Sendable, Hashable {
    /// The most fruits or juices a menu may hold.
    package static let maxCount = 1_000
    /// The most of one fruit that a glass may take.
    package static let maxIngredient = 1_000_000

    /// The fruits, in the order in which shortages and stock lists name them.
    package let fruits: [Fruit]
    /// The juices, in the order of the menu.
    package let juices: [Juice]

    private let fruitIndexes: [String: Int]
    private let juiceIndexes: [String: Int]
    /// Each juice's recipe as positions in ``fruits``, in the order of ``fruits``.
    private let recipes: [[(fruit: Int, quantity: Int)]]

    /// Checks fruits and juices and makes a menu of them.
    ///
    /// - Throws: ``MenuError`` naming the first fault: nothing to sell, too many, an empty or repeated key or tag, a
    ///   recipe that is empty, names an unknown fruit or one fruit twice, or a quantity out of range.
    package init(fruits: [Fruit], juices: [Juice]) throws(MenuError) {
        guard (1...Self.maxCount).contains(fruits.count), (1...Self.maxCount).contains(juices.count) else {
            throw MenuError("a menu has 1 to \(Self.maxCount) fruits and as many juices")
        }
        var fruitIndexes: [String: Int] = [:]
        for (index, fruit) in fruits.enumerated() {
            try Self.check(key: fruit.key, what: "fruit")
            guard fruitIndexes.updateValue(index, forKey: fruit.key) == nil else {
                throw MenuError("fruit \"\(fruit.key)\" is there twice")
            }
            guard FruitStock.quantities.contains(fruit.initialQuantity) else {
                throw MenuError("fruit \"\(fruit.key)\" starts with \(fruit.initialQuantity), out of range")
            }
        }
        var juiceIndexes: [String: Int] = [:]
        var tags: Set<Int> = []
        var recipes: [[(fruit: Int, quantity: Int)]] = []
        for (index, juice) in juices.enumerated() {
            try Self.check(key: juice.key, what: "juice")
            guard juiceIndexes.updateValue(index, forKey: juice.key) == nil else {
                throw MenuError("juice \"\(juice.key)\" is there twice")
            }
            guard juice.tag > 0, tags.insert(juice.tag).inserted else {
                throw MenuError("juice \"\(juice.key)\" needs a tag of its own, from 1")
            }
            recipes.append(try Self.resolve(juice, fruitIndexes: fruitIndexes))
        }
        self.fruits = fruits
        self.juices = juices
        self.fruitIndexes = fruitIndexes
        self.juiceIndexes = juiceIndexes
        self.recipes = recipes
    }

    /// The position of a fruit in ``fruits``; `nil` for an unknown key.
    package func fruitIndex(_ key: String) -> Int? {
        fruitIndexes[key]
    }

    /// The position of a juice in ``juices``; `nil` for an unknown key.
    package func juiceIndex(_ key: String) -> Int? {
        juiceIndexes[key]
    }

    /// What one glass of the juice at a position takes, as positions in ``fruits`` and in their order.
    func recipe(of juice: Int) -> [(fruit: Int, quantity: Int)] {
        recipes[juice]
    }

    /// Two menus are equal when they sell the same; the rest is derived.
    package static func == (left: Self, right: Self) -> Bool {
        left.fruits == right.fruits && left.juices == right.juices
    }

    package func hash(into hasher: inout Hasher) {
        hasher.combine(fruits)
        hasher.combine(juices)
    }

    /// Keys become parts of topics (64 bytes in all) and of file and event names, so they stay short and plain.
    private static func check(key: String, what: String) throws(MenuError) {
        let isPlain = key.utf8.allSatisfy { byte in
            (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
                || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || byte == UInt8(ascii: "-")
        }
        guard (1...32).contains(key.utf8.count), isPlain else {
            throw MenuError("\(what) key \"\(key)\" must be 1 to 32 of a-z, 0-9 and -")
        }
    }

    private static func resolve(
        _ juice: Juice,
        fruitIndexes: [String: Int]
    ) throws(MenuError) -> [(fruit: Int, quantity: Int)] {
        guard !juice.recipe.isEmpty else {
            throw MenuError("juice \"\(juice.key)\" has an empty recipe")
        }
        var lines: [(fruit: Int, quantity: Int)] = []
        for ingredient in juice.recipe {
            guard let index = fruitIndexes[ingredient.fruit] else {
                throw MenuError("juice \"\(juice.key)\" takes the unknown fruit \"\(ingredient.fruit)\"")
            }
            guard !lines.contains(where: { $0.fruit == index }) else {
                throw MenuError("juice \"\(juice.key)\" names \"\(ingredient.fruit)\" twice")
            }
            guard (1...maxIngredient).contains(ingredient.quantity) else {
                throw MenuError("juice \"\(juice.key)\" takes \(ingredient.quantity) \(ingredient.fruit), out of range")
            }
            lines.append((index, ingredient.quantity))
        }
        return lines.sorted { $0.fruit < $1.fruit }
    }
}

/// A juice that a shop sells, and what one glass of it takes.
package struct Juice: Sendable, Hashable {
    /// One line of a recipe.
    package struct Ingredient: Sendable, Hashable {
        /// The fruit's key.
        package var fruit: String
        /// How many of it one glass takes, from 1.
        package var quantity: Int

        package init(fruit: String, quantity: Int) {
            self.fruit = fruit
            self.quantity = quantity
        }
    }

    /// The name on the wire, such as `mango-kiwi`.
    package var key: String
    /// The number on the menu, from 1.
    package var tag: Int
    /// The Korean name.
    package var korean: String
    /// The English name.
    package var english: String
    /// What one glass takes, every fruit once.
    package var recipe: [Ingredient]

    package init(key: String, tag: Int, korean: String, english: String, recipe: [Ingredient]) {
        self.key = key
        self.tag = tag
        self.korean = korean
        self.english = english
        self.recipe = recipe
    }
}

/// What is wrong with a menu, in words for the person who wrote it.
package struct MenuError: Error, Sendable, Hashable, CustomStringConvertible {
    /// One sentence that names the faulty line.
    package let description: String

    init(_ description: String) {
        self.description = description
    }
}
