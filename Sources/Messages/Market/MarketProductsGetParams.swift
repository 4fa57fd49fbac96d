public import WireJSON

/// The params of `market.products.get`.
public struct MarketProductsGetParams: RequestParams, Sendable, Hashable {
    /// The product.
    public var id: Int

    /// Creates params.
    public init(id: Int) {
        self.id = id
    }

    /// Reads the params.
    public init(from reader: inout ParamsReader) {
        id = reader.integer("id", in: 1...Int.max)
    }

    /// Writes the params.
    public func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("id", id)
        writer.endObject()
    }
}
