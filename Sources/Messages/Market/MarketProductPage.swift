package import WireJSON

/// One page of the products, newest first: the result of `market.products.list` when something may have changed.
package struct MarketProductPage: SuiteMessage {
    package var pageNo = 1
    package var itemsPerPage = 0
    package var totalCount = 0
    package var offset = 0
    package var limit = 0
    package var lastPage = 0
    package var hasNext = false
    package var hasPrev = false
    package var pages: [MarketProduct] = []
    package var revision = ""

    package init() {}

    package mutating func members(_ members: inout Members) {
        members("pageNo", &pageNo, .integer(in: 1...1_000_000_000), "As asked for.")
        members("itemsPerPage", &itemsPerPage, .integer(in: 1...100), "As asked for.")
        members("totalCount", &totalCount, .level, "How many products there are, of a search: that match.")
        members("offset", &offset, .count, "How many stand before the page.")
        members("limit", &limit, .integer(in: 1...100), "The most products of the page.")
        members("lastPage", &lastPage, .level, "The last page that has products; 0 if there are none.")
        members("hasNext", &hasNext, .boolean, "Whether a later page has products.")
        members("hasPrev", &hasPrev, .boolean, "Whether an earlier page has products.")
        members("pages", &pages, .list(of: .message, count: 0...100), "The products of the page, newest first.")
        members("revision", &revision, .text(bytes: 1...128), "The catalogue's; opaque.")
    }
}

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
