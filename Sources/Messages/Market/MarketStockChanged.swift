package import WireJSON

/// The data of a `market.stock.changed` event: one change of how many there are of one product.
package struct MarketStockChanged: Sendable, Hashable, JSONWritable {
    /// The event's type.
    package static let type = "market.stock.changed"

    /// The product.
    package let product: Int
    /// How many there were.
    package let previous: Int
    /// How many there are now.
    package let quantity: Int
    /// What was added or, negative, taken.
    package var delta: Int { quantity - previous }
    /// The stock's version after the change, from 1.
    package let version: Int
    /// What made the change: `register`, `update`, `purchase` or `delete`, or a newer service's word.
    package let cause: String
    /// The id of what made it: the purchase's for a purchase.
    package let ref: String

    /// Creates the data of a change.
    package init(product: Int, previous: Int, quantity: Int, version: Int, cause: String, ref: String) {
        self.product = product
        self.previous = previous
        self.quantity = quantity
        self.version = version
        self.cause = cause
        self.ref = ref
    }

    /// Reads the data of an event; `nil` when a number is missing.
    package init?(_ node: JSONNode) {
        guard let product = node["product"]?.integer, let previous = node["previous"]?.integer,
            let quantity = node["quantity"]?.integer, let version = node["version"]?.integer
        else { return nil }
        self.init(
            product: product,
            previous: previous,
            quantity: quantity,
            version: version,
            cause: node["cause"]?.string ?? "",
            ref: node["ref"]?.string ?? ""
        )
    }

    /// Writes the data.
    package func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("product", product)
        writer.member("previous", previous)
        writer.member("quantity", quantity)
        writer.member("delta", delta)
        writer.member("version", version)
        writer.member("cause", cause)
        writer.member("ref", ref)
        writer.endObject()
    }
}
