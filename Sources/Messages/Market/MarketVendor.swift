package import WireJSON

/// A vendor as everybody sees one: the `vendors` of a product.
package struct MarketVendor: Sendable, Hashable, JSONWritable {
    /// Its number.
    package var id: Int
    /// Its name.
    package var name: String

    /// Creates a vendor.
    package init(id: Int, name: String) {
        self.id = id
        self.name = name
    }

    /// Reads a vendor; `nil` when a member is missing.
    package init?(_ node: JSONNode) {
        guard let id = node["id"]?.integer, let name = node["name"]?.string else { return nil }
        self.init(id: id, name: name)
    }

    /// Writes the vendor.
    package func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("id", id)
        writer.member("name", name)
        writer.endObject()
    }
}
