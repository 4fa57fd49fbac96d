extension Menu {
    /// The fruits of the built-in menu.
    package static let builtInFruits = [
        Fruit(key: "strawberry", korean: "딸기", english: "strawberry", emoji: "🍓", initialQuantity: 10),
        Fruit(key: "banana", korean: "바나나", english: "banana", emoji: "🍌", initialQuantity: 10),
        Fruit(key: "pineapple", korean: "파인애플", english: "pineapple", emoji: "🍍", initialQuantity: 10),
        Fruit(key: "kiwi", korean: "키위", english: "kiwi", emoji: "🥝", initialQuantity: 10),
        Fruit(key: "mango", korean: "망고", english: "mango", emoji: "🥭", initialQuantity: 10),
    ]

    /// The juices of the built-in menu.
    package static let builtInJuices = [
        juice("strawberry-banana", tag: 1, korean: "딸바 쥬스", recipe: [("strawberry", 10), ("banana", 1)]),
        juice("mango-kiwi", tag: 2, korean: "망키 쥬스", recipe: [("mango", 2), ("kiwi", 1)]),
        juice("strawberry", tag: 3, korean: "딸기 쥬스", recipe: [("strawberry", 16)]),
        juice("banana", tag: 4, korean: "바나나 쥬스", recipe: [("banana", 2)]),
        juice("pineapple", tag: 5, korean: "파인애플 쥬스", recipe: [("pineapple", 2)]),
        juice("kiwi", tag: 6, korean: "키위 쥬스", recipe: [("kiwi", 3)]),
        juice("mango", tag: 7, korean: "망고 쥬스", recipe: [("mango", 3)]),
    ]

    /// The five fruits and seven juices of the original shop.
    ///
    /// - Throws: ``MenuError`` never in practice: the tests make this menu.
    package static func builtIn() throws(MenuError) -> Menu {
        try Menu(fruits: builtInFruits, juices: builtInJuices)
    }

    private static func juice(_ key: String, tag: Int, korean: String, recipe: [(String, Int)]) -> Juice {
        Juice(
            key: key,
            tag: tag,
            korean: korean,
            english: "\(key) juice",
            recipe: recipe.map { Juice.Ingredient(fruit: $0.0, quantity: $0.1) }
        )
    }
}
