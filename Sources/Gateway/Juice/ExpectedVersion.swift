internal import ArgumentParser
internal import Messages

/// What `--expect` says: the stock's version (`12`), or a fruit's (`mango=3`).
enum ExpectedVersion: ExpressibleByArgument, Sendable, Hashable {
    case stock(Int)
    case fruit(FruitAmount)

    init?(argument: String) {
        if let version = Int(argument) {
            self = .stock(version)
        } else if let fruit = FruitAmount(argument: argument) {
            self = .fruit(fruit)
        } else {
            return nil
        }
    }

    /// All that was said, as the wire wants it.
    ///
    /// - Throws: ``UsageError`` when the stock's version stands beside another.
    static func combined(
        _ versions: [ExpectedVersion],
        _ key: (String) -> String
    ) throws(UsageError) -> JuiceStockSetParams.ExpectedVersion? {
        if case .stock(let version)? = versions.first, versions.count == 1 { return .stock(version) }
        var fruits: [FruitAmount] = []
        for version in versions {
            guard case .fruit(let fruit) = version else {
                throw UsageError("--expect takes one version of the whole stock, or versions of fruits (mango=3)")
            }
            fruits.append(fruit)
        }
        return fruits.isEmpty ? nil : .fruits(try FruitAmount.byKey(fruits, key))
    }
}
