package import WireJSON

/// The params of `market.products.list`.
package struct MarketProductsListParams: RequestParams, Sendable, Hashable {
    /// The longest text to search for, in Unicode scalars.
    package static let longestSearch = 200
    /// The longest revision, in bytes.
    package static let longestRevision = 128

    /// The page, from 1; it may be beyond the last one.
    package var pageNo: Int
    /// How many products a page holds, 1…100.
    package var itemsPerPage: Int
    /// The words that every product has to contain; without any, all products are wanted.
    package var searchValue: String
    /// The revision that the caller holds; the page is left out if nothing has changed since.
    package var ifRevision: String?

    /// Creates params.
    package init(pageNo: Int = 1, itemsPerPage: Int = 20, searchValue: String = "", ifRevision: String? = nil) {
        self.pageNo = pageNo
        self.itemsPerPage = itemsPerPage
        self.searchValue = searchValue
        self.ifRevision = ifRevision
    }

    /// Reads the params.
    package init(from reader: inout ParamsReader) {
        pageNo = reader.integer("page_no", in: 1...1_000_000_000, absent: 1)
        itemsPerPage = reader.integer("items_per_page", in: 1...100, absent: 20)
        searchValue = reader.searchText("search_value", longest: Self.longestSearch)
        ifRevision = reader.optionalString("ifRevision", longest: Self.longestRevision)
    }

    /// Writes the params.
    package func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("page_no", pageNo)
        writer.member("items_per_page", itemsPerPage)
        if !searchValue.isEmpty { writer.member("search_value", searchValue) }
        if let ifRevision { writer.member("ifRevision", ifRevision) }
        writer.endObject()
    }
}
