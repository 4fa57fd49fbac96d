public import WireJSON

/// The data of a `juice.stock.changed` event: one change of one fruit's quantity.
public struct StockChanged: Sendable, Hashable, JSONWritable {
    /// The event's type.
    public static let type = "juice.stock.changed"

    /// What made the change.
    public enum Cause: String, Sendable, Hashable {
        /// An order took the fruit.
        case order
        /// Somebody added or took some.
        case adjust
        /// Somebody set the level.
        case set
    }

    /// The fruit.
    public let fruit: String
    /// How many there were.
    public let previous: Int
    /// How many there are now.
    public let quantity: Int
    /// What was added or, negative, taken.
    public var delta: Int { quantity - previous }
    /// The fruit's version after the change.
    public let version: Int
    /// What made the change: a ``Cause``, or a newer service's word.
    public let cause: String
    /// The id of what made it: the order's for an order.
    public let ref: String

    /// Creates the data of a change.
    public init(fruit: String, previous: Int, quantity: Int, version: Int, cause: Cause, ref: String) {
        self.fruit = fruit
        self.previous = previous
        self.quantity = quantity
        self.version = version
        self.cause = cause.rawValue
        self.ref = ref
    }

    /// Reads the data of an event; `nil` when a number or the fruit is missing.
    public init?(_ node: JSONNode) {
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

    /// Writes the data.
    public func write(to writer: inout JSONWriter) {
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
