/// A juice that a shop sells, and what one glass of it takes.
public struct Juice: Sendable, Hashable {
    /// One line of a recipe.
    public struct Ingredient: Sendable, Hashable {
        /// The fruit's key.
        public var fruit: String
        /// How many of it one glass takes, from 1.
        public var quantity: Int

        /// Creates an ingredient.
        public init(fruit: String, quantity: Int) {
            self.fruit = fruit
            self.quantity = quantity
        }
    }

    /// The name on the wire, such as `mango-kiwi`.
    public var key: String
    /// The number on the menu, from 1.
    public var tag: Int
    /// The Korean name.
    public var korean: String
    /// The English name.
    public var english: String
    /// What one glass takes, every fruit once.
    public var recipe: [Ingredient]

    /// Creates a juice.
    public init(key: String, tag: Int, korean: String, english: String, recipe: [Ingredient]) {
        self.key = key
        self.tag = tag
        self.korean = korean
        self.english = english
        self.recipe = recipe
    }
}
