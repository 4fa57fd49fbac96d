public import WireJSON

/// Some vendors, newest first: the result of `market.vendors.list`.
public struct MarketVendorPage: Sendable, Hashable, JSONWritable {
    /// The vendors, without their secrets.
    public var vendors: [MarketVendorAccount]
    /// The cursor of the next page; `nil` on the last one.
    public var next: String?

    /// Creates a page.
    public init(vendors: [MarketVendorAccount], next: String?) {
        self.vendors = vendors
        self.next = next
    }

    /// Reads a page; `nil` when it is none.
    public init?(_ node: JSONNode) {
        guard let vendors = node["vendors"], vendors.kind == .array else { return nil }
        self.vendors = vendors.elements.compactMap { MarketVendorAccount($0) }
        next = node["next"]?.string
    }

    /// Writes the page.
    public func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("vendors", vendors)
        if let next { writer.member("next", next) }
        writer.endObject()
    }
}
