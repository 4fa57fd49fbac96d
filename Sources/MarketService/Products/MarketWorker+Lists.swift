import MarketDomain
import Messages
import Storage
import WireJSON
import WorkerRuntime

extension MarketWorker {
    func productsList(
        _ params: JSONNode?,
        _ context: ReadContext<Void>,
        _ result: inout JSONWriter
    ) throws(RPCError) {
        let list = try MarketProductsListParams(params)
        let search = SearchText(list.searchValue)
        let answer = try context.reading { tables throws(StorageError) in
            let catalogue = Catalogue(tables)
            let head = try catalogue.head()
            let revision = head.revisionText(epoch: context.epoch)
            guard list.ifRevision != revision else { return MarketProductsListResult.notModified(revision: revision) }
            return .page(try page(list, search, catalogue, head, revision))
        }
        answer.write(to: &result)
    }

    private func page(
        _ list: MarketProductsListParams,
        _ search: SearchText,
        _ catalogue: Catalogue,
        _ head: CatalogueHead,
        _ revision: String
    ) throws(StorageError) -> MarketProductPage {
        guard !search.words.isEmpty else {
            let page = ListPage(pageNo: list.pageNo, itemsPerPage: list.itemsPerPage, totalCount: head.products)
            return MarketProductPage(page, try catalogue.products(on: page), revision: revision)
        }
        let found = try searches.products(matching: search, in: catalogue, at: head.membership)
        let page = ListPage(pageNo: list.pageNo, itemsPerPage: list.itemsPerPage, totalCount: found.count)
        return MarketProductPage(page, try catalogue.products(found.products(page.entries)), revision: revision)
    }

    static func productsGet(
        _ params: JSONNode?,
        _ context: ReadContext<Void>,
        _ result: inout JSONWriter
    ) throws(RPCError) {
        let id = try MarketProductsGetParams(params).id
        let entry = try context.reading { tables throws(StorageError) in try Catalogue(tables).entry(id) }
        guard let entry else { throw RPCError(unknownProduct: id) }
        MarketProduct(entry).write(to: &result)
    }
}
