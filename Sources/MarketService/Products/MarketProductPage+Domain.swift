import MarketDomain
import Messages

extension MarketProductPage {
    /// A page of a list.
    init(_ page: ListPage, _ products: [MarketProduct], revision: String) {
        self.init(
            pageNo: page.pageNo,
            itemsPerPage: page.itemsPerPage,
            totalCount: page.totalCount,
            offset: page.offset,
            limit: page.limit,
            lastPage: page.lastPage,
            hasNext: page.hasNext,
            hasPrev: page.hasPrev,
            pages: products,
            revision: revision
        )
    }
}
