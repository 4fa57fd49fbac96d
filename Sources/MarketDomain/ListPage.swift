/// Where a page stands in a list of which only the length is known.
public struct ListPage: Sendable, Hashable {
    /// The pages that can be asked for.
    public static let pageNumbers = 1...1_000_000_000
    /// How many entries a page can be asked to hold.
    public static let sizes = 1...100
    /// How many it holds when nobody asks otherwise.
    public static let defaultSize = 20

    /// The page, from 1.
    public let pageNo: Int
    /// How many entries a page holds.
    public let itemsPerPage: Int
    /// How many entries there are in all.
    public let totalCount: Int

    /// Makes a page.
    ///
    /// - Parameters:
    ///   - pageNo: Within ``pageNumbers``; it may be beyond the last page.
    ///   - itemsPerPage: Within ``sizes``.
    ///   - totalCount: From 0.
    public init(pageNo: Int, itemsPerPage: Int, totalCount: Int) {
        self.pageNo = pageNo
        self.itemsPerPage = itemsPerPage
        self.totalCount = totalCount
    }

    /// How many entries stand before the page, also where there are not that many.
    public var offset: Int { (pageNo - 1) * itemsPerPage }
    /// The most entries of the page.
    public var limit: Int { itemsPerPage }
    /// The last page that has entries; 0 when there are none.
    public var lastPage: Int { (totalCount + itemsPerPage - 1) / itemsPerPage }
    /// Whether a later page has entries.
    public var hasNext: Bool { pageNo < lastPage }
    /// Whether an earlier page has entries.
    public var hasPrev: Bool { pageNo > 1 && totalCount > 0 }
    /// The entries of the page, counted from 0; empty beyond the last page.
    public var entries: Range<Int> { min(offset, totalCount)..<min(offset + limit, totalCount) }
}
