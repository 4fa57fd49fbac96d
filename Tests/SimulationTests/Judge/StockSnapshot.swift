import JuiceDomain
import Messages

/// The stock as it was at one position of the stream.
struct StockSnapshot: Equatable {
    struct Level: Equatable {
        var quantity: Int
        var version: Int
    }

    static let fruits = Menu.builtInFruits.map(\.key)

    /// In the order of the menu.
    var levels: [Level]

    /// A new store.
    init() {
        levels = Menu.builtInFruits.map { Level(quantity: $0.initialQuantity, version: 1) }
    }

    subscript(_ fruit: String) -> Level? {
        get { Self.fruits.firstIndex(of: fruit).map { levels[$0] } }
        set {
            if let index = Self.fruits.firstIndex(of: fruit), let newValue { levels[index] = newValue }
        }
    }

    /// The version of the whole: one more with each change of any fruit.
    var version: Int { 1 + levels.reduce(0) { $0 + $1.version - 1 } }

    func makeable(_ juice: Juice) -> Int {
        juice.recipe.map { (self[$0.fruit]?.quantity ?? 0) / $0.quantity }.min() ?? 0
    }
}
