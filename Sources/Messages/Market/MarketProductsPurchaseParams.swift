package import WireJSON

/// The params of `market.products.purchase`.
package struct MarketProductsPurchaseParams: RequestParams, Sendable, Hashable {
    /// The product.
    package var id: Int
    /// How many, 1…1000.
    package var quantity: Int

    /// Creates params.
    package init(id: Int, quantity: Int) {
        self.id = id
        self.quantity = quantity
    }

    /// Reads the params.
    package init(from reader: inout ParamsReader) {
        id = reader.integer("id", in: 1...Int.max)
        quantity = reader.integer("quantity", in: 1...1_000)
    }

    /// Writes the params.
    package func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("id", id)
        writer.member("quantity", quantity)
        writer.endObject()
    }
}
