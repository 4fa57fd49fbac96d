import Journal
import MarketDomain

/// What a search has found, and how far the catalogue had come by then.
struct FoundProducts: Sendable {
    var products: ProductSet
    var membership: Membership

    init(products: ProductSet, membership: Membership) {
        self.products = products
        self.membership = membership
    }

    /// Makes a search.
    ///
    /// - Parameters:
    ///   - search: What is searched for, at least one word.
    ///   - catalogue: Where; it stays as it is meanwhile.
    init(_ search: SearchText, in catalogue: ProductCatalogue) throws(StorageError) {
        membership = try catalogue.head().membership
        products = try ProductSearch(search, in: catalogue.search).run()
    }
}
