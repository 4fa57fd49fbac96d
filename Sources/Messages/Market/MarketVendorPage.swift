package import WireJSON

/// Some vendors, newest first: the result of `market.vendors.list`.
package struct MarketVendorPage: Sendable, Hashable, JSONWritable {
    /// The vendors, without their secrets.
    package var vendors: [MarketVendorAccount]
    /// The cursor of the next page; `nil` on the last one.
    package var next: String?

    /// Creates a page.
    package init(vendors: [MarketVendorAccount], next: String?) {
        self.vendors = vendors
        self.next = next
    }

    /// Reads a page; `nil` when it is none.
    package init?(_ node: JSONNode) {
        guard let vendors = node["vendors"], vendors.kind == .array else { return nil }
        self.vendors = vendors.elements.compactMap { MarketVendorAccount($0) }
        next = node["next"]?.string
    }

    /// Writes the page.
    package func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("vendors", vendors)
        if let next { writer.member("next", next) }
        writer.endObject()
    }
}
