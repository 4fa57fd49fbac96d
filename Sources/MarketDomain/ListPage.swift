/// Where a page is in a list of which only the length is known.
package struct ListPage: Sendable, Hashable {
    /// The page, from 1.
    package let pageNo: Int
    /// How many entries a page holds.
    package let itemsPerPage: Int
    /// How many entries there are in all.
    package let totalCount: Int

    /// Makes a page.
    ///
    /// - Parameters:
    ///   - pageNo: From 1; it may be beyond the last page.
    ///   - itemsPerPage: From 1.
    ///   - totalCount: From 0.
    package init(pageNo: Int, itemsPerPage: Int, totalCount: Int) {
        self.pageNo = pageNo
        self.itemsPerPage = itemsPerPage
        self.totalCount = totalCount
    }

    /// How many entries stand before the page, also where there are not that many.
    package var offset: Int { (pageNo - 1) * itemsPerPage }
    /// The most entries of the page.
    package var limit: Int { itemsPerPage }
    /// The last page that has entries; 0 when there are none.
    package var lastPage: Int { (totalCount + itemsPerPage - 1) / itemsPerPage }
    /// Whether a later page has entries.
    package var hasNext: Bool { pageNo < lastPage }
    /// Whether an earlier page has entries.
    package var hasPrev: Bool { pageNo > 1 && totalCount > 0 }
    /// The entries of the page, counted from 0; empty beyond the last page.
    package var entries: Range<Int> { min(offset, totalCount)..<min(offset + limit, totalCount) }
}
