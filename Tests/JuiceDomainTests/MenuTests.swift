import JuiceDomain
import Testing

@Suite struct MenuTests {
    private let fruit = Fruit(key: "fig", korean: "무화과", english: "fig", emoji: "", initialQuantity: 3)

    private func juice(
        _ key: String = "fig",
        tag: Int = 1,
        recipe: [Juice.Ingredient] = [Juice.Ingredient(fruit: "fig", quantity: 2)]
    ) -> Juice {
        Juice(key: key, tag: tag, korean: "무화과 쥬스", english: "fig juice", recipe: recipe)
    }

    @Test func `the built-in menu is sound`() throws {
        let menu = try Menu.builtIn()
        #expect(menu.fruits.map(\.key) == ["strawberry", "banana", "pineapple", "kiwi", "mango"])
        #expect(menu.juices.map(\.tag) == Array(1...7))
        #expect(menu.fruits.allSatisfy { $0.initialQuantity == 10 })
    }

    @Test func `a shop can bring its own menu`() throws {
        let menu = try Menu(fruits: [fruit], juices: [juice()])
        var shop = JuiceShop(menu: menu, stock: FruitStock(initialFor: menu))
        _ = try shop.order("fig", quantity: 1)
        #expect(shop.stock.levels.map(\.quantity) == [1])
    }

    @Test func `refuses what cannot be sold`() {
        let ingredient = { Juice.Ingredient(fruit: $0, quantity: $1) }
        #expect(throws: MenuError.self) { try Menu(fruits: [], juices: []) }
        #expect(throws: MenuError.self) { try Menu(fruits: [fruit], juices: []) }
        #expect(throws: MenuError.self) { try Menu(fruits: [fruit, fruit], juices: [juice()]) }
        #expect(throws: MenuError.self) { try Menu(fruits: [fruit], juices: [juice(), juice(tag: 2)]) }
        #expect(throws: MenuError.self) { try Menu(fruits: [fruit], juices: [juice(), juice("two")]) }
        #expect(throws: MenuError.self) { try Menu(fruits: [fruit], juices: [juice(tag: 0)]) }
        #expect(throws: MenuError.self) { try Menu(fruits: [fruit], juices: [juice(recipe: [])]) }
        #expect(throws: MenuError.self) {
            try Menu(fruits: [fruit], juices: [juice(recipe: [ingredient("kiwi", 1)])])
        }
        #expect(throws: MenuError.self) {
            try Menu(fruits: [fruit], juices: [juice(recipe: [ingredient("fig", 0)])])
        }
        #expect(throws: MenuError.self) {
            try Menu(fruits: [fruit], juices: [juice(recipe: [ingredient("fig", 1), ingredient("fig", 1)])])
        }
    }

    @Test(arguments: ["", "Fig", "fig.leaf", "fig leaf", "무화과", String(repeating: "f", count: 33)])
    func `refuses a key that could not be part of a topic`(key: String) {
        var named = fruit
        named.key = key
        #expect(throws: MenuError.self) { try Menu(fruits: [named], juices: [juice()]) }
        #expect(throws: MenuError.self) { try Menu(fruits: [fruit], juices: [juice(key)]) }
    }

    @Test func `a menu has at most 1 000 fruits and as many juices`() throws {
        let fruits = (1..<1_000).map { number in
            var other = fruit
            other.key = "fruit-\(number)"
            return other
        }
        let juices = (1...1_000).map { juice("juice-\($0)", tag: $0) }
        #expect(try Menu(fruits: fruits + [fruit], juices: juices).juices.count == 1_000)
        #expect(throws: MenuError.self) { try Menu(fruits: fruits + [fruit], juices: juices + [juice(tag: 1_001)]) }
        var another = fruit
        another.key = "another"
        #expect(throws: MenuError.self) { try Menu(fruits: fruits + [fruit, another], juices: [juice()]) }
    }

    @Test(arguments: [(1_000_000_000, 1_000_000, true), (1_000_000_001, 1, false), (0, 1_000_001, false)])
    func `a shop keeps at most a thousand million of a fruit, and a juice takes at most a million of it`(
        kept: Int,
        taken: Int,
        isSound: Bool
    ) {
        var many = fruit
        many.initialQuantity = kept
        let juices = [juice(recipe: [Juice.Ingredient(fruit: "fig", quantity: taken)])]
        #expect(((try? Menu(fruits: [many], juices: juices)) != nil) == isSound)
    }
}
