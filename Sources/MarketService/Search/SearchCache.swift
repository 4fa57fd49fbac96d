import MarketDomain
import Storage

/// Remembers what the latest searches have found, so that the other pages of a search cost what pages of the list cost.
///
/// A remembered search is brought up to date with the products that have changed since, not searched again. What a failed
/// commit has taken back is noticed: see ``Membership``.
final class SearchCache {
    /// The most searches, and the most bytes of them together.
    private static let mostEntries = 128
    private static let mostBytes = 16 << 20

    private struct Entry {
        var membership: Membership
        var found: ProductSet
        var lastUse: Int
    }

    private var entries: [[String]: Entry] = [:]
    private var byteCount = 0
    private var uses = 0

    /// What a search finds now.
    ///
    /// - Parameters:
    ///   - search: What is searched for, at least one word.
    ///   - catalogue: Where to search.
    ///   - membership: How far the catalogue has come.
    func products(
        matching search: SearchText,
        in catalogue: Catalogue,
        at membership: Membership
    ) throws(StorageError) -> ProductSet {
        let key = search.words.sorted()
        uses += 1
        let remembered = take(key)
        let found: ProductSet
        if let remembered, remembered.membership == membership {
            found = remembered.found
        } else if let remembered, let changed = try catalogue.products(changedSince: remembered.membership) {
            found = try updated(remembered.found, search, changed, in: catalogue)
        } else {
            found = try ProductSearch(search, in: catalogue.search).run()
        }
        keep(Entry(membership: membership, found: found, lastUse: uses), key)
        return found
    }

    private func updated(
        _ found: ProductSet,
        _ search: SearchText,
        _ changed: Set<Int>,
        in catalogue: Catalogue
    ) throws(StorageError) -> ProductSet {
        var found = found
        for id in changed {
            let text = try catalogue.search.text(of: id)
            found.set(id, isFound: text.map { search.matches([$0.text]) } ?? false)
        }
        return found
    }

    private func take(_ key: [String]) -> Entry? {
        guard let entry = entries.removeValue(forKey: key) else { return nil }
        byteCount -= entry.found.byteCount
        return entry
    }

    private func keep(_ entry: Entry, _ key: [String]) {
        guard entry.found.byteCount <= Self.mostBytes else { return }
        entries[key] = entry
        byteCount += entry.found.byteCount
        while entries.count > Self.mostEntries || byteCount > Self.mostBytes {
            guard let oldest = entries.min(by: { $0.value.lastUse < $1.value.lastUse })?.key else { return }
            _ = take(oldest)
        }
    }
}
