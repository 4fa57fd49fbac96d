public import WireJSON

/// The params of `market.products.archive`.
public struct MarketProductsArchiveParams: RequestParams, Sendable, Hashable {
    /// Who wants to delete it.
    public var credentials: MarketCredentials
    /// The product.
    public var id: Int

    /// Creates params.
    public init(credentials: MarketCredentials, id: Int) {
        self.credentials = credentials
        self.id = id
    }

    /// Reads the params.
    public init(from reader: inout ParamsReader) {
        credentials = MarketCredentials(from: &reader)
        id = reader.integer("id", in: 1...Int.max)
    }

    /// Writes the params.
    public func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("identifier", credentials.identifier)
        writer.member("id", id)
        writer.member("secret", credentials.secret)
        writer.endObject()
    }
}
