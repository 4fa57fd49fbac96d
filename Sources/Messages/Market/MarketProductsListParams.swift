public import WireJSON

/// The params of `market.products.list`.
public struct MarketProductsListParams: RequestParams, Sendable, Hashable {
    /// The longest text to search for, in Unicode scalars.
    public static let longestSearch = 200
    /// The longest revision, in bytes.
    public static let longestRevision = 128

    /// The page, from 1; it may be beyond the last one.
    public var pageNo: Int
    /// How many products a page holds, 1…100.
    public var itemsPerPage: Int
    /// The words that every product has to contain; without any, all products are wanted.
    public var searchValue: String
    /// The revision that the caller holds; the page is left out if nothing has changed since.
    public var ifRevision: String?

    /// Creates params.
    public init(pageNo: Int = 1, itemsPerPage: Int = 20, searchValue: String = "", ifRevision: String? = nil) {
        self.pageNo = pageNo
        self.itemsPerPage = itemsPerPage
        self.searchValue = searchValue
        self.ifRevision = ifRevision
    }

    /// Reads the params.
    public init(from reader: inout ParamsReader) {
        pageNo = reader.integer("page_no", in: 1...1_000_000_000, absent: 1)
        itemsPerPage = reader.integer("items_per_page", in: 1...100, absent: 20)
        searchValue = reader.searchText("search_value", longest: Self.longestSearch)
        ifRevision = reader.optionalString("ifRevision", longest: Self.longestRevision)
    }

    /// Writes the params.
    public func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("page_no", pageNo)
        writer.member("items_per_page", itemsPerPage)
        if !searchValue.isEmpty { writer.member("search_value", searchValue) }
        if let ifRevision { writer.member("ifRevision", ifRevision) }
        writer.endObject()
    }
}
