internal import ArgumentParser

/// A fruit and a number, as people write them: `mango=3`, `망고=+3`, `mango=-2`.
struct FruitAmount: ExpressibleByArgument, Sendable, Hashable {
    let fruit: String
    let amount: Int

    init?(argument: String) {
        guard let sign = argument.lastIndex(of: "="), sign > argument.startIndex else { return nil }
        guard let amount = Int(argument[argument.index(after: sign)...]) else { return nil }
        fruit = String(argument[..<sign])
        self.amount = amount
    }

    /// The amounts by key.
    ///
    /// - Parameters:
    ///   - amounts: What was typed.
    ///   - key: The key of what somebody called a fruit.
    /// - Throws: ``UsageError`` when a fruit is named twice: neither number can be meant more than the other.
    static func byKey(_ amounts: [FruitAmount], _ key: (String) -> String) throws(UsageError) -> [String: Int] {
        var result: [String: Int] = [:]
        for amount in amounts {
            guard result.updateValue(amount.amount, forKey: key(amount.fruit)) == nil else {
                throw UsageError("\(amount.fruit.printable) is named twice; name each fruit once")
            }
        }
        return result
    }
}
