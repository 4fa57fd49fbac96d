public import WireJSON

/// The params of `market.products.purchase`.
public struct MarketProductsPurchaseParams: RequestParams, Sendable, Hashable {
    /// The product.
    public var id: Int
    /// How many, 1…1000.
    public var quantity: Int

    /// Creates params.
    public init(id: Int, quantity: Int) {
        self.id = id
        self.quantity = quantity
    }

    /// Reads the params.
    public init(from reader: inout ParamsReader) {
        id = reader.integer("id", in: 1...Int.max)
        quantity = reader.integer("quantity", in: 1...1_000)
    }

    /// Writes the params.
    public func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("id", id)
        writer.member("quantity", quantity)
        writer.endObject()
    }
}
