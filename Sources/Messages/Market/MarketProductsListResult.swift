package import WireJSON

/// The result of `market.products.list`.
package enum MarketProductsListResult: Sendable, Hashable, JSONWritable {
    /// A page.
    case page(MarketProductPage)
    /// Nothing has changed since the revision that the caller holds, which is this one.
    case notModified(revision: String)

    /// Reads a result; `nil` when it is none.
    package init?(_ node: JSONNode) {
        if node["notModified"]?.boolean == true {
            guard let revision = node["revision"]?.string else { return nil }
            self = .notModified(revision: revision)
        } else {
            guard let page = MarketProductPage(node) else { return nil }
            self = .page(page)
        }
    }

    /// Writes the result.
    package func write(to writer: inout JSONWriter) {
        switch self {
        case .page(let page):
            page.write(to: &writer)
        case .notModified(let revision):
            writer.beginObject()
            writer.member("notModified", true)
            writer.member("revision", revision)
            writer.endObject()
        }
    }
}
