package import WireJSON

/// One order that was made: the result of `juice.order` and `juice.order.get`.
package struct JuiceOrderReceipt: SuiteMessage {
    package var id = ""
    package var juice = ""
    package var quantity = 0
    package var used: [FruitQuantity] = []
    package var left: [FruitLevel] = []
    /// When it was made, RFC 3339.
    package var time = ""

    package init() {}

    package mutating func members(_ members: inout Members) {
        members("id", &id, .text(bytes: 1...32), "Opaque; unique for ever within the service.")
        members("juice", &juice, .text(bytes: 1...32), "The key of a juice.")
        members("quantity", &quantity, .integer(in: 1...1_000), "How many juices.")
        members("used", &used, .list(of: .message), "What all of them took, in menu order.")
        members("left", &left, .list(of: .message), "What was left of those fruits right after this order.")
        members("time", &time, .text(), "When it was committed.")
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
            (self.fruit, self.used, self.left, self.version) = (fruit, used, left, version)
        }
    }

    /// Writes the receipt of an order that was just made, without making one: there is nothing between it and the
    /// bytes.
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
            writer.beginObject()
            writer.member("fruit", line.fruit)
            writer.member("quantity", line.used)
            writer.endObject()
        }
        writer.endArray()
        writer.name("left")
        writer.beginArray()
        for line in lines {
            writer.beginObject()
            writer.member("fruit", line.fruit)
            writer.member("quantity", line.left)
            writer.member("version", line.version)
            writer.endObject()
        }
        writer.endArray()
        writer.member("time", time: time)
        writer.endObject()
    }
}

/// Some past orders, newest first, as a client reads them.
package struct JuiceOrderPage: SuiteMessage {
    package var orders: [JuiceOrderReceipt] = []
    package var next: String?

    package init() {}

    package mutating func members(_ members: inout Members) {
        members("orders", &orders, .list(of: .message), "Newest first.")
        members("next", &next, .text(), "The cursor of the next page; absent on the last.")
    }
}

/// So many of one fruit: a line of a recipe, or what an order took.
package struct FruitQuantity: SuiteMessage {
    package var fruit = ""
    package var quantity = 0

    package init() {}
    package init(fruit: String, quantity: Int) { (self.fruit, self.quantity) = (fruit, quantity) }

    package mutating func members(_ members: inout Members) {
        members("fruit", &fruit, .text(bytes: 1...32), "The key of a fruit.")
        members("quantity", &quantity, .id, "Pieces.")
    }
}
