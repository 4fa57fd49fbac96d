package import WireJSON

/// The result of `juice.stock.list`, `juice.stock.adjust` and `juice.stock.set`.
///
/// A list holds every fruit; the others hold the fruits that changed, each with what there was before.
package struct JuiceStockResult: Sendable, Hashable, JSONWritable {
    /// The levels, in the order of the menu's fruits.
    package var fruits: [FruitLevel]
    /// The whole stock's version.
    package var version: Int

    /// Creates a result.
    package init(fruits: [FruitLevel], version: Int) {
        self.fruits = fruits
        self.version = version
    }

    /// Reads a result; `nil` when it is none.
    package init?(_ node: JSONNode) {
        guard let fruits = node["fruits"], let version = node["version"]?.integer else { return nil }
        self.init(fruits: fruits.elements.compactMap { FruitLevel($0) }, version: version)
    }

    /// Writes the result.
    package func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("fruits", fruits)
        writer.member("version", version)
        writer.endObject()
    }
}
