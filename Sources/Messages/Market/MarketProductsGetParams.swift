package import WireJSON

/// The params of `market.products.get`.
package struct MarketProductsGetParams: RequestParams, Sendable, Hashable {
    /// The product.
    package var id: Int

    /// Creates params.
    package init(id: Int) {
        self.id = id
    }

    /// Reads the params.
    package init(from reader: inout ParamsReader) {
        id = reader.integer("id", in: 1...Int.max)
    }

    /// Writes the params.
    package func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("id", id)
        writer.endObject()
    }
}
