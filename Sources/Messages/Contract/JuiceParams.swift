// Made by scripts/generate from Protocols/contract and Protocols/schemas. Change those.

package import WireJSON

/// The params of `juice.order`.
package struct JuiceOrderParams: RequestParams, Sendable, Hashable {
    /// The longest `juice`, in bytes of UTF-8.
    package static let juiceMaxLength = 256
    /// What `quantity` may be.
    package static let quantityRange = 1...1000

    /// The juice's key.
    package var juice: String
    /// How many juices.
    package var quantity: Int

    package init(juice: String, quantity: Int = 1) {
        self.juice = juice
        self.quantity = quantity
    }

    package init(from reader: inout ParamsReader) {
        juice = reader.string("juice", maxLength: Self.juiceMaxLength)
        quantity = reader.integer("quantity", in: Self.quantityRange, absent: 1)
    }

    package func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("juice", juice)
        writer.member("quantity", quantity)
        writer.endObject()
    }
}

/// The params of `juice.order.get`.
package struct JuiceOrderGetParams: RequestParams, Sendable, Hashable {
    /// The longest `id`, in bytes of UTF-8.
    package static let idMaxLength = 32

    /// The order's id.
    package var id: String

    package init(id: String) {
        self.id = id
    }

    package init(from reader: inout ParamsReader) {
        id = reader.string("id", maxLength: Self.idMaxLength)
    }

    package func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("id", id)
        writer.endObject()
    }
}

/// The params of `juice.order.list`.
package struct JuiceOrderListParams: RequestParams, Sendable, Hashable {
    /// The longest `after`, in bytes of UTF-8.
    package static let afterMaxLength = 32
    /// What `limit` may be.
    package static let limitRange = 1...100

    /// The next of the page before; absent: the newest.
    package var after: String?
    /// At most this many.
    package var limit: Int

    package init(after: String? = nil, limit: Int = 20) {
        self.after = after
        self.limit = limit
    }

    package init(from reader: inout ParamsReader) {
        after = reader.optionalString("after", maxLength: Self.afterMaxLength)
        limit = reader.integer("limit", in: Self.limitRange, absent: 20)
    }

    package func write(to writer: inout JSONWriter) {
        writer.beginObject()
        if let after { writer.member("after", after) }
        writer.member("limit", limit)
        writer.endObject()
    }
}

/// The params of `juice.stock.adjust`.
package struct JuiceStockAdjustParams: RequestParams, Sendable, Hashable {
    /// Fruit's key to difference: an integer from -1 000 000 000 to 1 000 000 000, not 0.
    package var changes: [String: Int]

    package init(changes: [String: Int]) {
        self.changes = changes
    }

    package init(from reader: inout ParamsReader) {
        changes = reader.integers("changes", in: -1_000_000_000...1_000_000_000, except: 0)
    }

    package func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("changes", sorted: changes)
        writer.endObject()
    }
}
