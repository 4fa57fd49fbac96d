import MarketDomain
import Messages

extension MarketProductPage {
    init(_ page: ListPage, products: [MarketProduct], revision: String) {
        self.init()
        (pageNo, itemsPerPage, totalCount) = (page.pageNo, page.itemsPerPage, page.totalCount)
        (offset, limit, lastPage) = (page.offset, page.limit, page.lastPage)
        (hasNext, hasPrev) = (page.hasNext, page.hasPrev)
        pages = products
        self.revision = revision
    }
}
