import MarketDomain
import Storage

/// Finds the products that contain all of some words.
struct ProductSearch {
    /// Above this many candidates of a chunk their texts are read one after the other, and not looked up.
    private static let manyCandidates = IdentifierSet.capacity / 8

    private let index: GramIndex
    private let words: [SearchWord]

    /// Prepares a search.
    ///
    /// - Parameters:
    ///   - search: What to search for, at least one word.
    ///   - index: Where.
    init(_ search: SearchText, in index: GramIndex) {
        self.index = index
        words = search.words.map(SearchWord.init)
    }

    /// Searches the whole catalogue.
    func run() throws(StorageError) -> ProductSet {
        var found = ProductSet()
        guard let (grams, chunks) = try plan() else { return found }
        for chunk in chunks {
            var ids: IdentifierSet?
            for gram in grams where ids?.isEmpty != true {
                let having = try index.ids(with: gram, in: chunk)
                ids?.formIntersection(having)
                ids = ids ?? having
            }
            guard var ids else { continue }
            for word in words where !word.isExact && !ids.isEmpty {
                ids.formIntersection(try confirmed(ids, chunk, word))
            }
            found.append(ids, chunk: chunk)
        }
        return found
    }

    /// Which grams to look up, the rarest first, and the only chunks where all of them occur.
    private func plan() throws(StorageError) -> (grams: [Gram], chunks: [Int])? {
        var grams: [(gram: Gram, chunks: [Int])] = []
        for word in words {
            guard let needed = word.grams else { return nil }
            var spreads: [(gram: Gram, chunks: [Int])] = []
            for gram in needed {
                let chunks = try index.chunks(with: gram)
                guard !chunks.isEmpty else { return nil }
                spreads.append((gram, chunks))
            }
            spreads.sort { $0.chunks.count < $1.chunks.count }
            grams += spreads.prefix(SearchWord.mostGrams)
        }
        grams.sort { $0.chunks.count < $1.chunks.count }
        guard var chunks = grams.first?.chunks else { return nil }
        for other in grams.dropFirst() {
            let known = Set(other.chunks)
            chunks.removeAll { !known.contains($0) }
        }
        return (grams.map(\.gram), chunks)
    }

    /// Those of some candidates whose texts really contain a word.
    private func confirmed(
        _ candidates: IdentifierSet,
        _ chunk: Int,
        _ word: SearchWord
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
