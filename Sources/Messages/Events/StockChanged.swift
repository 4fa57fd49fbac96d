package import WireJSON

/// The data of a `juice.stock.changed` event: one change of one fruit's quantity.
package struct StockChanged: Sendable, Hashable, JSONWritable {
    /// The event's type.
    package static let type = "juice.stock.changed"

    /// What made the change.
    package enum Cause: String, Sendable, Hashable {
        /// An order took the fruit.
        case order
        /// Somebody added or took some.
        case adjust
        /// Somebody set the level.
        case set
    }

    package let fruit: String
    /// How many there were.
    package let previous: Int
    /// How many there are now.
    package let quantity: Int
    /// What was added or, negative, taken.
    package var delta: Int { quantity - previous }
    /// The fruit's version after the change.
    package let version: Int
    /// What made the change: a ``Cause``, or a newer service's word.
    package let cause: String
    /// The id of what made it: the order's for an order.
    package let ref: String

    package init(fruit: String, previous: Int, quantity: Int, version: Int, cause: Cause, ref: String) {
        self.fruit = fruit
        self.previous = previous
        self.quantity = quantity
        self.version = version
        self.cause = cause.rawValue
        self.ref = ref
    }

    /// Reads the data of an event; `nil` when a number or the fruit is missing.
    package init?(_ node: JSONNode) {
        guard let fruit = node["fruit"]?.string, let previous = node["previous"]?.integer,
            let quantity = node["quantity"]?.integer, let version = node["version"]?.integer
        else { return nil }
        self.fruit = fruit
        self.previous = previous
        self.quantity = quantity
        self.version = version
        cause = node["cause"]?.string ?? ""
        ref = node["ref"]?.string ?? ""
    }

    package func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("fruit", fruit)
        writer.member("previous", previous)
        writer.member("quantity", quantity)
        writer.member("delta", delta)
        writer.member("version", version)
        writer.member("cause", cause)
        writer.member("ref", ref)
        writer.endObject()
    }
}
