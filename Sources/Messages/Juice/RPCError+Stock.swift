package import WireJSON

extension RPCError {
    /// Everything of which there is not enough.
    package var shortages: [StockShortage] {
        get { details("shortages") { StockShortage($0) } }
        set { setDetails("shortages", newValue) }
    }

    /// The present levels of fruits that have changed.
    package var levels: [FruitLevel] {
        get { details("levels") { FruitLevel($0) } }
        set { setDetails("levels", newValue) }
    }
}

/// One item of which there is not enough.
package struct StockShortage: JSONWritable, Sendable, Hashable {
    /// What kind of item: `fruit` or `product`; the member's name on the wire.
    package var kind: String
    /// The item.
    package var item: String
    /// How many the request takes.
    package var required: Int
    /// How many there are.
    package var available: Int

    package init(kind: String, item: String, required: Int, available: Int) {
        self.kind = kind
        self.item = item
        self.required = required
        self.available = available
    }

    /// Writes the shortage; a number that names the item stays a number.
    package func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.name(kind)
        if let number = Int(item), kind == "product" {
            writer.integer(number)
        } else {
            writer.string(item)
        }
        writer.member("required", required)
        writer.member("available", available)
        writer.endObject()
    }

    /// Reads a shortage; `nil` when it names neither a fruit nor a product.
    init?(_ node: JSONNode) {
        guard let kind = ["fruit", "product"].first(where: { node[$0] != nil }), let item = node[kind] else {
            return nil
        }
        self.init(
            kind: kind,
            item: item.string ?? item.numberText ?? "",
            required: node["required"]?.integer ?? 0,
            available: node["available"]?.integer ?? 0
        )
    }
}
