public import WireJSON

/// The params of `market.vendors.register`.
public struct MarketVendorsRegisterParams: RequestParams, Sendable, Hashable {
    /// The longest name, in bytes of UTF-8.
    public static let longestName = 1_536

    /// The vendor's name.
    public var name: String

    /// Creates params.
    public init(name: String) {
        self.name = name
    }

    /// Reads the params.
    public init(from reader: inout ParamsReader) {
        name = reader.string("name", longest: Self.longestName)
    }

    /// Writes the params.
    public func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("name", name)
        writer.endObject()
    }
}
