import JuiceDomain
import Platform
import Testing

@Suite struct JuiceShopTests {
    private func shop() throws -> JuiceShop {
        let menu = try Menu.builtIn()
        return JuiceShop(menu: menu, stock: FruitStock(initialFor: menu))
    }

    private func quantities(_ shop: JuiceShop) -> [String: Int] {
        Dictionary(uniqueKeysWithValues: zip(shop.menu.fruits.map(\.key), shop.stock.levels.map(\.quantity)))
    }

    @Test(arguments: [
        ("strawberry-banana", ["strawberry": 0, "banana": 9]),
        ("mango-kiwi", ["mango": 8, "kiwi": 9]),
        ("banana", ["banana": 8]),
        ("pineapple", ["pineapple": 8]),
        ("kiwi", ["kiwi": 7]),
        ("mango", ["mango": 7]),
    ])
    func `an order takes exactly its recipe`(juice: String, left: [String: Int]) throws {
        var shop = try shop()
        var expected = quantities(shop)
        expected.merge(left) { $1 }
        let changes = try shop.order(juice, quantity: 1)
        #expect(quantities(shop) == expected)
        #expect(changes.count == left.count)
        #expect(changes.allSatisfy { $0.version == 2 && $0.delta < 0 })
    }

    @Test func `a shortage names every short fruit in the menu's order and takes nothing`() throws {
        var shop = try shop()
        _ = try shop.adjust(["kiwi": -9, "mango": -9])
        let before = shop
        #expect(throws: (any Error).self) { try shop.order("mango-kiwi", quantity: 2) }
        do throws(JuiceError) {
            _ = try shop.order("mango-kiwi", quantity: 2)
        } catch {
            #expect(
                error.code
                    == .insufficientStock([
                        JuiceError.Shortage(fruit: "kiwi", required: 2, available: 1),
                        JuiceError.Shortage(fruit: "mango", required: 4, available: 1),
                    ])
            )
        }
        #expect(shop == before)
    }

    @Test func `a short second fruit does not cost the first`() throws {
        var shop = try shop()
        _ = try shop.set(["banana": 0], expecting: nil)
        let before = shop
        #expect(throws: JuiceError.self) { try shop.order("strawberry-banana", quantity: 1) }
        #expect(shop == before)
    }

    @Test func `exactly enough succeeds and leaves nothing`() throws {
        var shop = try shop()
        _ = try shop.order("banana", quantity: 5)
        #expect(quantities(shop)["banana"] == 0)
        #expect(throws: JuiceError.self) { try shop.order("banana", quantity: 1) }
    }

    @Test func `the first stock cannot make a strawberry juice`() throws {
        let shop = try shop()
        let index = try #require(shop.menu.juiceIndex("strawberry"))
        #expect(shop.makeable(index) == 0)
        #expect(try shop.makeable(#require(shop.menu.juiceIndex("mango"))) == 3)
    }

    @Test(arguments: [0, -1, 1_001, Int.max, Int.min])
    func `refuses an order out of range`(quantity: Int) throws {
        var shop = try shop()
        let before = shop
        #expect(throws: JuiceError.self) { try shop.order("mango", quantity: quantity) }
        #expect(shop == before)
    }

    @Test func `an adjustment that would leave the range is refused whole`() throws {
        var shop = try shop()
        let before = shop
        do throws(JuiceError) {
            _ = try shop.adjust(["mango": -11, "kiwi": 5, "banana": 1_000_000_000])
        } catch {
            #expect(error.code == .quantityOutOfRange(["banana", "mango"]))
        }
        #expect(shop == before)
    }

    @Test func `an adjustment cannot overflow`() throws {
        var shop = try shop()
        let before = shop
        #expect(throws: JuiceError.self) { try shop.adjust(["mango": Int.max]) }
        #expect(throws: JuiceError.self) { try shop.adjust(["mango": Int.min]) }
        #expect(shop == before)
    }

    @Test func `a level equal to the present one changes nothing`() throws {
        var shop = try shop()
        let changes = try shop.set(["mango": 10, "kiwi": 3], expecting: nil)
        #expect(changes.map(\.quantity) == [3])
        #expect(shop.stock.version == 2)
    }

    @Test func `an old version of the whole stock is refused`() throws {
        var shop = try shop()
        _ = try shop.order("mango", quantity: 1)
        let before = shop
        #expect(throws: JuiceError.self) { try shop.set(["mango": 20], expecting: .stock(1)) }
        #expect(shop == before)
        _ = try shop.set(["mango": 20], expecting: .stock(2))
        #expect(quantities(shop)["mango"] == 20)
    }

    @Test func `versions of single fruits ignore changes of others`() throws {
        var shop = try shop()
        _ = try shop.order("banana", quantity: 1)
        _ = try shop.set(["mango": 20], expecting: .fruits(["mango": 1]))
        #expect(throws: JuiceError.self) { try shop.set(["mango": 30], expecting: .fruits(["mango": 1, "kiwi": 1])) }
        #expect(quantities(shop)["mango"] == 20)
    }

    @Test func `unknown names are told apart`() throws {
        var shop = try shop()
        do throws(JuiceError) { _ = try shop.order("durian", quantity: 1) } catch {
            #expect(error.code == .unknownJuice("durian"))
        }
        do throws(JuiceError) { _ = try shop.adjust(["durian": 1]) } catch {
            #expect(error.code == .unknownFruit("durian"))
        }
    }

    @Test(arguments: 0..<20)
    func `any sequence of calls keeps range, versions and sums`(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        var shop = try shop()
        let initial = shop.stock.levels.map(\.quantity)
        var sums = initial
        var changesOf = Array(repeating: 1, count: initial.count)
        for _ in 0..<2_000 {
            let before = shop
            let fruit = shop.menu.fruits[Int.random(in: 0..<5, using: &random)].key
            let juice = shop.menu.juices[Int.random(in: 0..<7, using: &random)].key
            do throws(JuiceError) {
                let changes: [StockChange]
                switch Int.random(in: 0..<3, using: &random) {
                case 0: changes = try shop.order(juice, quantity: Int.random(in: 1...4, using: &random))
                case 1: changes = try shop.adjust([fruit: Int.random(in: -20...20, using: &random)])
                default:
                    changes = try shop.set(
                        [fruit: Int.random(in: -1...40, using: &random)],
                        expecting: Bool.random(using: &random) ? .stock(before.stock.version) : nil
                    )
                }
                for change in changes {
                    sums[change.fruit] += change.delta
                    changesOf[change.fruit] += 1
                    #expect(change.version == changesOf[change.fruit])
                    #expect(change.delta != 0)
                }
            } catch {
                #expect(shop == before)
            }
            #expect(shop.stock.levels.map(\.quantity) == sums)
            #expect(sums.allSatisfy { (0...1_000_000_000).contains($0) })
            #expect(shop.stock.version == changesOf.reduce(1) { $0 + $1 - 1 })
        }
    }
}
