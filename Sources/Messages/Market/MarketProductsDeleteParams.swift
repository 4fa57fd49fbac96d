package import WireJSON

/// The params of `market.products.delete`.
package struct MarketProductsDeleteParams: RequestParams, Sendable, Hashable {
    /// The longest address, in bytes.
    package static let longestURI = 256

    /// Who deletes it.
    package var identifier: String
    /// The address that `market.products.archive` gave.
    package var uri: String

    /// Creates params.
    package init(identifier: String, uri: String) {
        self.identifier = identifier
        self.uri = uri
    }

    /// Reads the params.
    package init(from reader: inout ParamsReader) {
        identifier = reader.string("identifier", longest: MarketCredentials.longest)
        uri = reader.string("uri", longest: Self.longestURI)
    }

    /// Writes the params.
    package func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("identifier", identifier)
        writer.member("uri", uri)
        writer.endObject()
    }
}
