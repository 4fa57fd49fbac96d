package import WireJSON

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

    /// Creates a level.
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

    /// Writes the level.
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
