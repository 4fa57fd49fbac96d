package import WireJSON

/// The params of `juice.stock.set`.
package struct JuiceStockSetParams: RequestParams, Sendable, Hashable {
    /// What the caller believes the version to be.
    package enum ExpectedVersion: Sendable, Hashable {
        /// The whole stock's.
        case stock(Int)
        /// Some fruits', by key.
        case fruits([String: Int])
    }

    /// The new quantity of each fruit, 0…1 000 000 000.
    package var levels: [String: Int]
    /// Refuse unless this still holds; `nil` to set regardless.
    package var expectedVersion: ExpectedVersion?

    package init(levels: [String: Int], expectedVersion: ExpectedVersion? = nil) {
        self.levels = levels
        self.expectedVersion = expectedVersion
    }

    package init(from reader: inout ParamsReader) {
        levels = reader.integers("levels", in: 0...1_000_000_000)
        switch reader.member("expectedVersion")?.kind {
        case .none:
            break
        case .object:
            expectedVersion = .fruits(reader.integers("expectedVersion", in: 1...Int.max))
        default:
            expectedVersion = .stock(reader.integer("expectedVersion", in: 1...Int.max))
        }
    }

    /// Writes the params, sorted, so that a repeated call is the same text.
    package func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("levels", sorted: levels)
        switch expectedVersion {
        case .none: break
        case .stock(let version): writer.member("expectedVersion", version)
        case .fruits(let versions): writer.member("expectedVersion", sorted: versions)
        }
        writer.endObject()
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
        members("version", &version, .integer(in: 1...Int.max), "The stock's version after the call.")
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
        members("version", &version, .integer(in: 1...Int.max), "Rises by one with each change of this fruit.")
    }
}
