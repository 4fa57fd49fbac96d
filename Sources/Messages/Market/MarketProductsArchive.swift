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
package struct MarketProductsArchiveResult: Sendable, Hashable, JSONWritable {
    /// The address, an opaque text for `market.products.delete`.
    package var uri: String
    /// Until when it is good, RFC 3339.
    package var expiresAt: String

    package init(uri: String, expiresAt: String) {
        self.uri = uri
        self.expiresAt = expiresAt
    }

    /// Reads a result; `nil` when it has no address.
    package init?(_ node: JSONNode) {
        guard let uri = node["uri"]?.string else { return nil }
        self.init(uri: uri, expiresAt: node["expires_at"]?.string ?? "")
    }

    package func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("uri", uri)
        writer.member("expires_at", expiresAt)
        writer.endObject()
    }
}
