public import WireJSON

/// The params of `market.products.delete`.
public struct MarketProductsDeleteParams: RequestParams, Sendable, Hashable {
    /// The longest address, in bytes.
    public static let longestURI = 256

    /// Who deletes it.
    public var identifier: String
    /// The address that `market.products.archive` gave.
    public var uri: String

    /// Creates params.
    public init(identifier: String, uri: String) {
        self.identifier = identifier
        self.uri = uri
    }

    /// Reads the params.
    public init(from reader: inout ParamsReader) {
        identifier = reader.string("identifier", longest: MarketCredentials.longest)
        uri = reader.string("uri", longest: Self.longestURI)
    }

    /// Writes the params.
    public func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("identifier", identifier)
        writer.member("uri", uri)
        writer.endObject()
    }
}
