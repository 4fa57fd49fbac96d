import Journal
import MarketDomain

/// Finds the products that contain all of some words.
struct ProductSearch {
    /// Above this many candidates of a chunk their texts are read one after the other, and not looked up.
    private static let manyCandidates = IdentifierSet.capacity / 8

    private let index: GramIndex
    /// What has to hold, the rarest first.
    private let terms: [SearchTerm]
    /// The only chunks where all of it can hold.
    private let chunks: [Int]
    /// Words that still have to be looked for in the texts of what was found.
    private let unconfirmed: [SearchWord]

    /// Prepares a search: finds out where it has to look.
    ///
    /// - Parameters:
    ///   - search: What to search for, at least one word.
    ///   - index: Where.
    ///   - maxWords: So many words that contain a searched one are looked up one by one; if there are more, its grams are,
    ///     and then the texts.
    init(_ search: SearchText, in index: GramIndex, maxWords: Int = 256) throws(StorageError) {
        self.index = index
        var terms: [SearchTerm] = []
        var unconfirmed: [SearchWord] = []
        for word in search.words.map(SearchWord.init) {
            guard let grams = word.grams else {
                terms.append(try SearchTerm([], in: index))
                continue
            }
            if !word.isExact, let containing = try index.words.words(containing: word.text, limit: maxWords) {
                terms.append(try SearchTerm(containing.map(SearchKey.init(word:)), in: index))
                continue
            }
            var needed: [SearchTerm] = []
            for gram in grams { needed.append(try SearchTerm([SearchKey(gram)], in: index)) }
            needed.sort { $0.chunks.count < $1.chunks.count }
            terms += needed.prefix(SearchWord.maxGrams)
            if !word.isExact { unconfirmed.append(word) }
        }
        terms.sort { $0.chunks.count < $1.chunks.count }
        var chunks = terms.first?.chunks ?? []
        for other in terms.dropFirst() {
            let known = Set(other.chunks)
            chunks.removeAll { !known.contains($0) }
        }
        self.terms = terms
        self.chunks = chunks
        self.unconfirmed = unconfirmed
    }

    /// Searches the whole catalogue.
    func run() throws(StorageError) -> ProductSet {
        var found = ProductSet()
        for chunk in chunks {
            var ids: IdentifierSet?
            for term in terms where ids?.isEmpty != true {
                let having = try term.ids(in: chunk, of: index)
                ids?.formIntersection(having)
                ids = ids ?? having
            }
            guard var ids else { continue }
            for word in unconfirmed where !ids.isEmpty {
                ids.formIntersection(try confirmed(ids, chunk: chunk, by: word))
            }
            found.append(ids, chunk: chunk)
        }
        return found
    }

    /// Those of some candidates whose texts really contain a word.
    private func confirmed(
        _ candidates: IdentifierSet,
        chunk: Int,
        by word: SearchWord
    ) throws(StorageError) -> IdentifierSet {
        var confirmed = IdentifierSet()
        let first = chunk << IdentifierSet.bits
        let text = StoredValue.blob(Array(word.text.utf8))
        if candidates.count > Self.manyCandidates {
            try index.tables.forEachRow(
                "SELECT id FROM searchable WHERE id BETWEEN ?1 AND ?2 AND instr(text, ?3) > 0",
                [.integer(first), .integer(first + IdentifierSet.capacity - 1), text]
            ) { (row) throws(StorageError) in
                confirmed.insert(row.integer(at: 0) - first)
                return true
            }
            return confirmed
        }
        for place in candidates.places {
            let contains = try index.tables.first(
                "SELECT 1 FROM searchable WHERE id = ?1 AND instr(text, ?2) > 0",
                [.integer(first + place), text]
            ) { _ in true }
            if contains == true { confirmed.insert(place) }
        }
        return confirmed
    }
}
