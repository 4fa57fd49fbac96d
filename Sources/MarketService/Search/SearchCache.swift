import Journal
import MarketDomain
import Synchronization

/// Remembers what the latest searches have found, so that the other pages of a search cost what pages of the list cost.
///
/// A remembered search is brought up to date with the products that have changed since, not searched again. What a failed
/// commit has taken back is noticed: see ``Membership``.
final class SearchCache: Sendable {
    private let searches = Mutex(RememberedSearches())

    /// What a search finds now; `nil` when it is not remembered, or too much has changed since.
    ///
    /// - Parameters:
    ///   - search: What is searched for, at least one word.
    ///   - catalogue: Where.
    ///   - membership: How far the catalogue has come.
    func products(
        matching search: SearchText,
        in catalogue: ProductCatalogue,
        at membership: Membership
    ) throws(StorageError) -> ProductSet? {
        guard var found = searches.withLock({ $0.take(search) }) else { return nil }
        if found.membership != membership {
            guard let changed = try catalogue.products(changedSince: found.membership) else { return nil }
            for id in changed.sorted() {
                let text = try catalogue.search.text(of: id)
                found.products.set(id, isFound: text.map { search.matches([$0.text]) } ?? false)
            }
            found.membership = membership
        }
        remember(found, of: search)
        return found.products
    }

    /// Remembers what a search has found.
    func remember(_ found: FoundProducts, of search: SearchText) {
        searches.withLock { $0.keep(found, of: search) }
    }
}
