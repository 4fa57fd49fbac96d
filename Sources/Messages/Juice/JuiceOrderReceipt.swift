package import WireJSON

/// One order that was made: the result of `juice.order` and `juice.order.get`.
package struct JuiceOrderReceipt: Sendable, Hashable {
    /// The order's id, an opaque text.
    package var id: String
    /// The juice's key.
    package var juice: String
    /// How many glasses.
    package var quantity: Int
    /// What was taken.
    package var used: [FruitQuantity]
    /// What was left of those fruits.
    package var left: [FruitLevel]
    /// When it was made, RFC 3339.
    package var time: String

    package init(
        id: String,
        juice: String,
        quantity: Int,
        used: [FruitQuantity],
        left: [FruitLevel],
        time: String
    ) {
        self.id = id
        self.juice = juice
        self.quantity = quantity
        self.used = used
        self.left = left
        self.time = time
    }

    /// Reads a receipt; `nil` when a member is missing.
    package init?(_ node: JSONNode) {
        guard let id = node["id"]?.string, let juice = node["juice"]?.string,
            let quantity = node["quantity"]?.integer, let used = node["used"], let left = node["left"]
        else { return nil }
        self.init(
            id: id,
            juice: juice,
            quantity: quantity,
            used: used.elements.compactMap { FruitQuantity($0) },
            left: left.elements.compactMap { FruitLevel($0) },
            time: node["time"]?.string ?? ""
        )
    }

    /// What an order did to one fruit.
    package struct Line {
        let fruit: String
        let used: Int
        let left: Int
        let version: Int

        /// - Parameters:
        ///   - fruit: Which.
        ///   - used: How many were taken.
        ///   - left: How many are left.
        ///   - version: The fruit's version since.
        package init(fruit: String, used: Int, left: Int, version: Int) {
            self.fruit = fruit
            self.used = used
            self.left = left
            self.version = version
        }
    }

    /// Writes the receipt of an order that was just made.
    ///
    /// - Parameters:
    ///   - id: The order's id.
    ///   - juice: The juice's key.
    ///   - quantity: How many glasses.
    ///   - lines: What was taken of each fruit, and what was left.
    ///   - time: When it was made, in milliseconds since 1970-01-01 UTC.
    ///   - writer: Where to write.
    package static func write(
        id: String,
        juice: String,
        quantity: Int,
        lines: [Line],
        time: Int,
        to writer: inout JSONWriter
    ) {
        writer.beginObject()
        writer.member("id", id)
        writer.member("juice", juice)
        writer.member("quantity", quantity)
        writer.name("used")
        writer.beginArray()
        for line in lines {
            FruitQuantity.write(line.fruit, quantity: line.used, to: &writer)
        }
        writer.endArray()
        writer.name("left")
        writer.beginArray()
        for line in lines {
            FruitLevel.write(line.fruit, quantity: line.left, previous: nil, version: line.version, to: &writer)
        }
        writer.endArray()
        writer.member("time", time: time)
        writer.endObject()
    }
}

/// Some past orders, newest first, as a client reads them.
package struct JuiceOrderPage: Sendable, Hashable {
    /// The orders.
    package var orders: [JuiceOrderReceipt]
    /// The cursor of the next page; `nil` on the last one.
    package var next: String?

    /// Reads a page; `nil` when it is none.
    package init?(_ node: JSONNode) {
        guard let orders = node["orders"], orders.kind == .array else { return nil }
        self.orders = orders.elements.compactMap { JuiceOrderReceipt($0) }
        next = node["next"]?.string
    }
}

/// So many of one fruit: a line of a recipe, or what an order took.
package struct FruitQuantity: Sendable, Hashable, JSONWritable {
    /// The fruit.
    package var fruit: String
    /// How many.
    package var quantity: Int

    package init(fruit: String, quantity: Int) {
        self.fruit = fruit
        self.quantity = quantity
    }

    /// Reads a line; `nil` when a member is missing.
    package init?(_ node: JSONNode) {
        guard let fruit = node["fruit"]?.string, let quantity = node["quantity"]?.integer else { return nil }
        self.init(fruit: fruit, quantity: quantity)
    }

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
