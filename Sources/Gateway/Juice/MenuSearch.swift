internal import Localization
internal import Messages
internal import Platform

/// Finds what people call an item: its key, its number, or its name in Korean or English, with or without blanks.
///
/// What is not found, or could be several, is sent as it was typed: the service then says no and what might be meant.
struct MenuSearch {
    private let menu: JuiceMenuResult

    init(_ menu: JuiceMenuResult) {
        self.menu = menu
    }

    /// The key of a juice; the word for juice may be left out.
    func juice(_ typed: String) -> String {
        if menu.juices.contains(where: { $0.key == typed }) { return typed }
        if let tag = Int(typed), let juice = menu.juices.first(where: { $0.tag == tag }) { return juice.key }
        let wanted = Self.plain(typed, without: Self.wordsForJuice)
        guard !wanted.isEmpty else { return typed }
        let found = menu.juices.filter { juice in
            [juice.key, juice.name.korean, juice.name.english].contains {
                Self.plain($0, without: Self.wordsForJuice) == wanted
            }
        }
        return found.count == 1 ? found[0].key : typed
    }

    func fruit(_ typed: String) -> String {
        if menu.fruits.contains(where: { $0.key == typed }) { return typed }
        let wanted = Self.plain(typed)
        guard !wanted.isEmpty else { return typed }
        let found = menu.fruits.filter { fruit in
            [fruit.key, fruit.name.korean, fruit.name.english, fruit.emoji].contains { Self.plain($0) == wanted }
        }
        return found.count == 1 ? found[0].key : typed
    }

    /// 주스 is how dictionaries spell it, 쥬스 how menus do.
    private static let wordsForJuice = ["쥬스", "주스", "juice"]

    private static func plain(_ name: String, without suffixes: [String] = []) -> String {
        let letters = name.lowercased().filter { !$0.isWhitespace && $0 != "-" && $0 != "_" }
        let suffix = suffixes.first { letters.hasSuffix($0) } ?? ""
        return String(letters.dropLast(suffix.count))
    }
}

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

    var all: [String: [String: BilingualName]] {
        ["fruit": fruits.mapValues(\.name), "juice": juices.mapValues(\.name)]
    }

    func fruit(_ key: String, in language: Language) -> String {
        (fruits[key]?.name[language] ?? key).printable
    }

    func juice(_ key: String, in language: Language) -> String {
        (juices[key]?.name[language] ?? key).printable
    }

    /// The fruit's picture character, or nothing.
    func emoji(_ fruit: String) -> String {
        (fruits[fruit]?.emoji ?? "").printable
    }

    /// Such as `strawberry 10 + banana 1`.
    func recipe(_ lines: [FruitQuantity], in language: Language) -> String {
        lines.map { "\(fruit($0.fruit, in: language)) \($0.quantity)" }.joined(separator: " + ")
    }
}
