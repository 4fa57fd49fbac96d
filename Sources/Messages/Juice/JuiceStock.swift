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
package struct JuiceStockResult: Sendable, Hashable, JSONWritable {
    /// The levels, in the order of the menu's fruits.
    package var fruits: [FruitLevel]
    /// The whole stock's version.
    package var version: Int

    package init(fruits: [FruitLevel], version: Int) {
        self.fruits = fruits
        self.version = version
    }

    /// Reads a result; `nil` when it is none.
    package init?(_ node: JSONNode) {
        guard let fruits = node["fruits"], let version = node["version"]?.integer else { return nil }
        self.init(fruits: fruits.elements.compactMap { FruitLevel($0) }, version: version)
    }

    package func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("fruits", fruits)
        writer.member("version", version)
        writer.endObject()
    }
}

/// One fruit's level.
package struct FruitLevel: Sendable, Hashable, JSONWritable {
    /// The fruit.
    package var fruit: String
    /// How many there are.
    package var quantity: Int
    /// How often it has changed, from 1.
    package var version: Int
    /// How many there were before the change that is being told; absent where nothing is told of a change.
    package var previous: Int?

    package init(fruit: String, quantity: Int, version: Int, previous: Int? = nil) {
        self.fruit = fruit
        self.quantity = quantity
        self.version = version
        self.previous = previous
    }

    /// Reads a level; `nil` when a member is missing.
    package init?(_ node: JSONNode) {
        guard let fruit = node["fruit"]?.string, let quantity = node["quantity"]?.integer,
            let version = node["version"]?.integer
        else { return nil }
        self.init(fruit: fruit, quantity: quantity, version: version, previous: node["previous"]?.integer)
    }

    package func write(to writer: inout JSONWriter) {
        Self.write(fruit, quantity: quantity, previous: previous, version: version, to: &writer)
    }

    static func write(
        _ fruit: String,
        quantity: Int,
        previous: Int?,
        version: Int,
        to writer: inout JSONWriter
    ) {
        writer.beginObject()
        writer.member("fruit", fruit)
        writer.member("quantity", quantity)
        if let previous { writer.member("previous", previous) }
        writer.member("version", version)
        writer.endObject()
    }
}
