import Journal
import MarketDomain
import Messages
import WireJSON
import WorkerEngine

extension MarketWorker {
    /// Answers from what is remembered; a search that is new is first made away from the owner's thread.
    func productsList(
        _ params: JSONNode?,
        state: Void,
        context: inout ReadContext,
        result: inout JSONWriter
    ) throws(RPCError) -> Method<Void>.Body.ReadJob? {
        let list = try MarketProductsListParams(params: params)
        let search = SearchText(list.searchValue)
        // Whether it is remembered must not decide whether it can be part of a batch.
        guard search.words.isEmpty || !context.isInBatch else {
            throw RPCError(.invalidRequest, "a search cannot be part of a batch")
        }
        if let answer = try answer(list, search: search, in: context) {
            answer.write(to: &result)
            return nil
        }
        let reader = try context.tableReader()
        return BackgroundJob(.computing) {
            let outcome = Result { () throws(StorageError) in
                try reader.read { tables throws(StorageError) in try FoundProducts(search, in: ProductCatalogue(tables))
                }
            }
            return { _, context, result throws(RPCError) in
                let found = try context.reading { _ throws(StorageError) in try outcome.get() }
                searches.remember(found, of: search)
                guard let answer = try answer(list, search: search, in: context) else {
                    // More has changed while it was made than is remembered of changes.
                    var refusal = RPCError(.overloaded, "too much is changing to search now")
                    refusal.retryAfterMilliseconds = 200
                    throw refusal
                }
                answer.write(to: &result)
            }
        }
    }

    /// The answer as it is now; `nil` when the search has to be made first.
    private func answer(
        _ list: MarketProductsListParams,
        search: SearchText,
        in context: ReadContext
    ) throws(RPCError) -> MarketProductsListResult? {
        try context.reading { tables throws(StorageError) in
            let catalogue = ProductCatalogue(tables)
            let head = try catalogue.head()
            let revision = head.revisionText(epoch: context.epoch)
            guard list.ifRevision != revision else { return .notModified(revision: revision) }
            guard !search.words.isEmpty else {
                let page = ListPage(pageNo: list.pageNo, itemsPerPage: list.itemsPerPage, totalCount: head.products)
                return .page(MarketProductPage(page, products: try catalogue.products(on: page), revision: revision))
            }
            let found =
                head.products == 0
                ? ProductSet() : try searches.products(matching: search, in: catalogue, at: head.membership)
            guard let found else { return nil }
            let page = ListPage(pageNo: list.pageNo, itemsPerPage: list.itemsPerPage, totalCount: found.count)
            let products = try catalogue.products(found.products(page.entries))
            return .page(MarketProductPage(page, products: products, revision: revision))
        }
    }

    static func productsGet(
        _ params: JSONNode?,
        state: Void,
        context: inout ReadContext,
        result: inout JSONWriter
    ) throws(RPCError) {
        let id = try MarketProductsGetParams(params: params).id
        let entry = try context.reading { tables throws(StorageError) in try ProductCatalogue(tables).entry(id) }
        guard let entry else { throw RPCError(unknownProduct: id) }
        MarketProduct(entry).write(to: &result)
    }
}
