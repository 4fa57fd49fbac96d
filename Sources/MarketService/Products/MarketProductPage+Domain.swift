import MarketDomain
import Messages

extension MarketProductPage {
    init(_ page: ListPage, products: [MarketProduct], revision: String) {
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
