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
        juice("strawberry-banana", 1, "딸바 쥬스", [("strawberry", 10), ("banana", 1)]),
        juice("mango-kiwi", 2, "망키 쥬스", [("mango", 2), ("kiwi", 1)]),
        juice("strawberry", 3, "딸기 쥬스", [("strawberry", 16)]),
        juice("banana", 4, "바나나 쥬스", [("banana", 2)]),
        juice("pineapple", 5, "파인애플 쥬스", [("pineapple", 2)]),
        juice("kiwi", 6, "키위 쥬스", [("kiwi", 3)]),
        juice("mango", 7, "망고 쥬스", [("mango", 3)]),
    ]

    /// The five fruits and seven juices of the original shop.
    ///
    /// - Throws: ``MenuError`` never in practice: the tests make this menu.
    package static func builtIn() throws(MenuError) -> Menu {
        try Menu(fruits: builtInFruits, juices: builtInJuices)
    }

    private static func juice(_ key: String, _ tag: Int, _ korean: String, _ recipe: [(String, Int)]) -> Juice {
        Juice(
            key: key,
            tag: tag,
            korean: korean,
            english: "\(key) juice",
            recipe: recipe.map { Juice.Ingredient(fruit: $0.0, quantity: $0.1) }
        )
    }
}
