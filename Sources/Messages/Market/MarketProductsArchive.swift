package import WireJSON

/// The params of `market.products.archive`.
package struct MarketProductsArchiveParams: RequestParams, Sendable, Hashable {
    /// Who wants to delete it.
    package var credentials: MarketCredentials
    /// The product.
    package var id: Int

    package init(credentials: MarketCredentials, id: Int) {
        self.credentials = credentials
        self.id = id
    }

    package init(from reader: inout ParamsReader) {
        credentials = MarketCredentials(from: &reader)
        id = reader.integer("id", in: 1...Int.max)
    }

    package func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("identifier", credentials.identifier)
        writer.member("id", id)
        writer.member("secret", credentials.secret)
        writer.endObject()
    }
}

/// The result of `market.products.archive`: the address under which the product can be deleted, once and soon.
package struct MarketProductsArchiveResult: SuiteMessage {
    package var uri = ""
    package var expiresAt = ""

    package init() {}
    package init(uri: String, expiresAt: String) { (self.uri, self.expiresAt) = (uri, expiresAt) }

    package mutating func members(_ members: inout Members) {
        members("uri", &uri, .text(), "The address under which the product can be deleted, once.")
        members("expires_at", &expiresAt, .text(), "Until when, UTC with milliseconds.")
    }
}
