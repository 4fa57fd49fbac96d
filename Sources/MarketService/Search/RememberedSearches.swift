import MarketDomain

/// The latest searches, within bounds of number and memory.
struct RememberedSearches: Sendable {
    /// The most searches, and the most bytes of them together.
    private static let maxEntries = 128
    private static let maxBytes = 16 << 20

    private struct Entry {
        let found: FoundProducts
        let lastUse: Int
    }

    private var entries: [[String]: Entry] = [:]
    private var byteCount = 0
    private var uses = 0

    /// Takes one out; `nil` when it is not there.
    mutating func take(_ search: SearchText) -> FoundProducts? {
        remove(Self.key(search))
    }

    /// Puts one in, in the place of what was known of it, and forgets the oldest beyond the bounds.
    mutating func keep(_ found: FoundProducts, of search: SearchText) {
        guard found.products.byteCount <= Self.maxBytes else { return }
        let key = Self.key(search)
        _ = remove(key)
        uses += 1
        entries[key] = Entry(found: found, lastUse: uses)
        byteCount += found.products.byteCount
        while entries.count > Self.maxEntries || byteCount > Self.maxBytes {
            guard let oldest = entries.min(by: { $0.value.lastUse < $1.value.lastUse })?.key else { return }
            _ = remove(oldest)
        }
    }

    private static func key(_ search: SearchText) -> [String] { search.words.sorted() }

    private mutating func remove(_ key: [String]) -> FoundProducts? {
        guard let entry = entries.removeValue(forKey: key) else { return nil }
        byteCount -= entry.found.products.byteCount
        return entry.found
    }
}
