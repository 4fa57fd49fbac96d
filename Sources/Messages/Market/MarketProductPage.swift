package import WireJSON

/// One page of the products, newest first: the result of `market.products.list` when something may have changed.
package struct MarketProductPage: Sendable, Hashable, JSONWritable {
    /// The page, from 1.
    package var pageNo: Int
    /// How many products a page holds.
    package var itemsPerPage: Int
    /// How many products there are on all pages.
    package var totalCount: Int
    /// How many products stand before the page.
    package var offset: Int
    /// The most products of the page.
    package var limit: Int
    /// The last page that has products; 0 when there are none.
    package var lastPage: Int
    /// Whether a later page has products.
    package var hasNext: Bool
    /// Whether an earlier page has products.
    package var hasPrev: Bool
    /// The products of the page.
    package var pages: [MarketProduct]
    /// The revision of the catalogue that the page shows; an opaque text.
    package var revision: String

    package init(
        pageNo: Int,
        itemsPerPage: Int,
        totalCount: Int,
        offset: Int,
        limit: Int,
        lastPage: Int,
        hasNext: Bool,
        hasPrev: Bool,
        pages: [MarketProduct],
        revision: String
    ) {
        self.pageNo = pageNo
        self.itemsPerPage = itemsPerPage
        self.totalCount = totalCount
        self.offset = offset
        self.limit = limit
        self.lastPage = lastPage
        self.hasNext = hasNext
        self.hasPrev = hasPrev
        self.pages = pages
        self.revision = revision
    }

    /// Reads a page; `nil` when it is none.
    package init?(_ node: JSONNode) {
        guard let pageNo = node["pageNo"]?.integer, let itemsPerPage = node["itemsPerPage"]?.integer,
            let totalCount = node["totalCount"]?.integer, let offset = node["offset"]?.integer,
            let limit = node["limit"]?.integer, let lastPage = node["lastPage"]?.integer,
            let hasNext = node["hasNext"]?.boolean, let hasPrev = node["hasPrev"]?.boolean,
            let pages = node["pages"], pages.kind == .array, let revision = node["revision"]?.string
        else { return nil }
        self.init(
            pageNo: pageNo,
            itemsPerPage: itemsPerPage,
            totalCount: totalCount,
            offset: offset,
            limit: limit,
            lastPage: lastPage,
            hasNext: hasNext,
            hasPrev: hasPrev,
            pages: pages.elements.compactMap { MarketProduct($0) },
            revision: revision
        )
    }

    package func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("pageNo", pageNo)
        writer.member("itemsPerPage", itemsPerPage)
        writer.member("totalCount", totalCount)
        writer.member("offset", offset)
        writer.member("limit", limit)
        writer.member("lastPage", lastPage)
        writer.member("hasNext", hasNext)
        writer.member("hasPrev", hasPrev)
        writer.member("pages", pages)
        writer.member("revision", revision)
        writer.endObject()
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
