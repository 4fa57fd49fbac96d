// Made by scripts/generate from Protocols/contract and Protocols/schemas. Change those.

/// The params of `juice.order`.
package struct JuiceOrderParams: SuiteMessage {
    /// The longest `juice`, in bytes of UTF-8.
    package static let juiceMaxLength = 256
    /// What `quantity` may be.
    package static let quantityRange = 1...1000

    package var juice: String = ""
    package var quantity: Int = 1

    package init() {}
    package init(juice: String, quantity: Int = 1) {
        self.juice = juice
        self.quantity = quantity
    }

    package mutating func members(_ members: inout Members) {
        members("juice", &juice, .text(bytes: 1...Self.juiceMaxLength), "The juice's key.")
        members("quantity", &quantity, .integer(in: Self.quantityRange), "How many juices.", need: .optional)
    }
}

/// The params of `juice.order.get`.
package struct JuiceOrderGetParams: SuiteMessage {
    package var id: String = ""

    package init() {}
    package init(id: String) { self.id = id }

    package mutating func members(_ members: inout Members) {
        members("id", &id, .text(bytes: 1...32), "The order's id.")
    }
}

/// The params of `juice.order.list`.
package struct JuiceOrderListParams: SuiteMessage {
    package var after: String?
    package var limit: Int = 20

    package init() {}
    package init(after: String? = nil, limit: Int = 20) {
        self.after = after
        self.limit = limit
    }

    package mutating func members(_ members: inout Members) {
        members("after", &after, .text(bytes: 1...32), "The next of the page before; absent: the newest.")
        members("limit", &limit, .integer(in: 1...100), "At most this many.", need: .optional)
    }
}

/// The params of `juice.stock.adjust`.
package struct JuiceStockAdjustParams: SuiteMessage {
    package var changes: [String: Int] = [:]

    package init() {}
    package init(changes: [String: Int]) { self.changes = changes }

    package mutating func members(_ members: inout Members) {
        members(
            "changes",
            &changes,
            .dictionary(of: .integer(in: -1_000_000_000...1_000_000_000, except: 0), count: 1...Int.max),
            "Fruit's key to difference: an integer from -1 000 000 000 to 1 000 000 000, not 0."
        )
    }
}
