internal import Messages

/// What the items of the menu are called.
struct MenuNames: Sendable {
    private let fruits: [String: JuiceMenuResult.Fruit]
    private let juices: [String: JuiceMenuResult.Juice]

    /// No names known: every key is shown as it is.
    init() {
        fruits = [:]
        juices = [:]
    }

    init(_ menu: JuiceMenuResult) {
        fruits = Dictionary(menu.fruits.map { ($0.key, $0) }) { first, _ in first }
        juices = Dictionary(menu.juices.map { ($0.key, $0) }) { first, _ in first }
    }

    func fruit(_ key: String, _ language: Language) -> String {
        (fruits[key]?.name[language] ?? key).printable
    }

    func juice(_ key: String, _ language: Language) -> String {
        (juices[key]?.name[language] ?? key).printable
    }

    /// The fruit's picture character, or nothing.
    func emoji(_ fruit: String) -> String {
        (fruits[fruit]?.emoji ?? "").printable
    }

    /// Such as `strawberry 10 + banana 1`.
    func recipe(_ lines: [FruitQuantity], _ language: Language) -> String {
        lines.map { "\(fruit($0.fruit, language)) \($0.quantity)" }.joined(separator: " + ")
    }
}

extension BilingualName {
    subscript(_ language: Language) -> String {
        switch language {
        case .korean: korean
        case .english: english
        }
    }
}
