package import WireJSON

/// The params of `market.products.archive`.
package struct MarketProductsArchiveParams: RequestParams, Sendable, Hashable {
    /// Who wants to delete it.
    package var credentials: MarketCredentials
    /// The product.
    package var id: Int

    /// Creates params.
    package init(credentials: MarketCredentials, id: Int) {
        self.credentials = credentials
        self.id = id
    }

    /// Reads the params.
    package init(from reader: inout ParamsReader) {
        credentials = MarketCredentials(from: &reader)
        id = reader.integer("id", in: 1...Int.max)
    }

    /// Writes the params.
    package func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("identifier", credentials.identifier)
        writer.member("id", id)
        writer.member("secret", credentials.secret)
        writer.endObject()
    }
}
