package import WireJSON

/// So many of one fruit: a line of a recipe, or what an order took.
package struct FruitQuantity: Sendable, Hashable, JSONWritable {
    /// The fruit.
    package var fruit: String
    /// How many.
    package var quantity: Int

    /// Creates a line.
    package init(fruit: String, quantity: Int) {
        self.fruit = fruit
        self.quantity = quantity
    }

    /// Reads a line; `nil` when a member is missing.
    package init?(_ node: JSONNode) {
        guard let fruit = node["fruit"]?.string, let quantity = node["quantity"]?.integer else { return nil }
        self.init(fruit: fruit, quantity: quantity)
    }

    /// Writes the line.
    package func write(to writer: inout JSONWriter) {
        Self.write(fruit, quantity: quantity, to: &writer)
    }

    static func write(_ fruit: String, quantity: Int, to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("fruit", fruit)
        writer.member("quantity", quantity)
        writer.endObject()
    }
}
