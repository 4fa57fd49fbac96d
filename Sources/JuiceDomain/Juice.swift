/// A juice that a shop sells, and what one glass of it takes.
package struct Juice: Sendable, Hashable {
    /// One line of a recipe.
    package struct Ingredient: Sendable, Hashable {
        /// The fruit's key.
        package var fruit: String
        /// How many of it one glass takes, from 1.
        package var quantity: Int

        /// Creates an ingredient.
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

    /// Creates a juice.
    package init(key: String, tag: Int, korean: String, english: String, recipe: [Ingredient]) {
        self.key = key
        self.tag = tag
        self.korean = korean
        self.english = english
        self.recipe = recipe
    }
}
