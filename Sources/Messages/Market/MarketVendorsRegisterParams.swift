package import WireJSON

/// The params of `market.vendors.register`.
package struct MarketVendorsRegisterParams: RequestParams, Sendable, Hashable {
    /// The longest name, in bytes of UTF-8.
    package static let longestName = 1_536

    /// The vendor's name.
    package var name: String

    /// Creates params.
    package init(name: String) {
        self.name = name
    }

    /// Reads the params.
    package init(from reader: inout ParamsReader) {
        name = reader.string("name", longest: Self.longestName)
    }

    /// Writes the params.
    package func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("name", name)
        writer.endObject()
    }
}
