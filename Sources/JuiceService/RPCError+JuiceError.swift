import JuiceDomain
import Messages

extension RPCError {
    /// What a caller learns about a refusal of the shop.
    ///
    /// - Parameters:
    ///   - error: The refusal.
    ///   - shop: The shop, for the names it knows and its present levels.
    ///   - param: The member of `params` that held the quantities.
    init(_ error: JuiceError, in shop: JuiceShop, param: String) {
        switch error.code {
        case .unknownJuice(let key):
            self.init(.unknownJuice, "there is no juice \"\(key)\"")
            suggestions = NearestNames.find(key, in: shop.menu.juices.map(\.key))
        case .unknownFruit(let key):
            self.init(.unknownFruit, "there is no fruit \"\(key)\"")
            violations = [Violation(path: [param, key], reason: .unknown, detail: "there is no such fruit")]
            suggestions = NearestNames.find(key, in: shop.menu.fruits.map(\.key))
        case .insufficientStock(let short):
            let list = short.map { "\($0.fruit) \($0.required) required, \($0.available) available" }
            self.init(.insufficientStock, list.joined(separator: "; "))
            shortages = short.map {
                StockShortage(kind: "fruit", item: $0.fruit, required: $0.required, available: $0.available)
            }
        case .quantityOutOfRange(let fruits):
            let range = "0 to \(FruitStock.maxQuantity)"
            self.init(.quantityOutOfRange, "\(fruits.joined(separator: ", ")) would leave the range \(range)")
            violations = fruits.map {
                Violation(path: [param, $0], reason: .range, detail: "\($0) would leave the range \(range)")
            }
        case .versionMismatch:
            self.init(.versionMismatch, "the stock has changed since; these are its present levels")
            actualVersion = shop.stock.version
            levels = FruitLevel.all(of: shop)
        }
    }
}
