import Messages

/// The menu that every shop has at first.
enum TestMenu {
    static let menu = JuiceMenuResult(
        juices: [
            juice("strawberry-banana", 1, "딸바 쥬스", "strawberry-banana juice", ["strawberry": 10, "banana": 1]),
            juice("mango-kiwi", 2, "망키 쥬스", "mango-kiwi juice", ["mango": 2, "kiwi": 1]),
            juice("strawberry", 3, "딸기 쥬스", "strawberry juice", ["strawberry": 16]),
            juice("banana", 4, "바나나 쥬스", "banana juice", ["banana": 2]),
            juice("mango", 7, "망고 쥬스", "mango juice", ["mango": 3]),
        ],
        fruits: [
            fruit("strawberry", "딸기", "🍓"),
            fruit("banana", "바나나", "🍌"),
            fruit("kiwi", "키위", "🥝"),
            fruit("mango", "망고", "🥭"),
        ]
    )

    private static func juice(
        _ key: String,
        _ tag: Int,
        _ korean: String,
        _ english: String,
        _ recipe: KeyValuePairs<String, Int>
    ) -> JuiceMenuResult.Juice {
        JuiceMenuResult.Juice(
            key: key,
            tag: tag,
            name: BilingualName(korean: korean, english: english),
            recipe: recipe.map { FruitQuantity(fruit: $0.key, quantity: $0.value) },
            makeable: tag == 3 ? 0 : 3
        )
    }

    private static func fruit(_ key: String, _ korean: String, _ emoji: String) -> JuiceMenuResult.Fruit {
        JuiceMenuResult.Fruit(key: key, name: BilingualName(korean: korean, english: key), emoji: emoji)
    }
}
