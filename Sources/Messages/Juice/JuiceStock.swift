internal import WireJSON

/// The params of `juice.stock.set`.
package struct JuiceStockSetParams: SuiteMessage {
    /// What the caller believes the version to be.
    package enum ExpectedVersion: Sendable, Hashable {
        /// The whole stock's.
        case stock(Int)
        /// Some fruits', by key.
        case fruits([String: Int])
    }

    package var levels: [String: Int] = [:]
    package var expectedVersion: ExpectedVersion?

    package init() {}
    package init(levels: [String: Int], expectedVersion: ExpectedVersion? = nil) {
        (self.levels, self.expectedVersion) = (levels, expectedVersion)
    }

    package mutating func members(_ members: inout Members) {
        let about: StaticString = "Fruit's key to new level: an integer from 0 to 1 000 000 000."
        members("levels", &levels, .dictionary(of: .level, count: 1...Int.max), about)
        members("expectedVersion", &expectedVersion, .version, "The versions that the caller saw.")
    }
}

extension MemberType<JuiceStockSetParams.ExpectedVersion> {
    /// The stock's, or fruit's key to its version.
    fileprivate static var version: MemberType {
        let stock = MemberType<Int>.id
        let fruits = MemberType<[String: Int]>.dictionary(of: stock, count: 1...Int.max)
        return MemberType(schema: stock.schema) { (node, source, members, name) throws(Members.Fault) in
            guard node.kind == .object else { return .stock(try stock.read(node, source, &members, name)) }
            return .fruits(try fruits.read(node, source, &members, name))
        } write: { value, writer in
            switch value {
            case .stock(let version): stock.write(version, &writer)
            case .fruits(let versions): fruits.write(versions, &writer)
            }
        }
    }
}

/// The result of `juice.stock.list`, `juice.stock.adjust` and `juice.stock.set`.
///
/// A list holds every fruit; the others hold the fruits that changed, each with what there was before.
package struct JuiceStockResult: SuiteMessage {
    package var fruits: [FruitLevel] = []
    package var version = 0

    package init() {}
    package init(fruits: [FruitLevel], version: Int) { (self.fruits, self.version) = (fruits, version) }

    package mutating func members(_ members: inout Members) {
        members("fruits", &fruits, .list(of: .message), "In menu order.")
        members("version", &version, .id, "The stock's version after the call.")
    }
}

/// One fruit's level.
package struct FruitLevel: SuiteMessage {
    package var fruit = ""
    package var quantity = 0
    package var version = 0
    package var previous: Int?

    package init() {}
    package init(fruit: String, quantity: Int, version: Int, previous: Int? = nil) {
        (self.fruit, self.quantity, self.version, self.previous) = (fruit, quantity, version, previous)
    }

    package mutating func members(_ members: inout Members) {
        members("fruit", &fruit, .text(bytes: 1...32), "The key of a fruit.")
        members("quantity", &quantity, .level, "Pieces in stock.")
        members("previous", &previous, .level, "Before; absent where no change is told of.")
        members("version", &version, .id, "Rises by one with each change of this fruit.")
    }
}
