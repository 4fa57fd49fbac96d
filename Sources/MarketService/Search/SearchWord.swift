import Journal

/// A searched word, and the grams that a text has when it contains the word.
///
/// Grams are the only way to a short word; for a longer one they are the way when too many words contain it.
struct SearchWord {
    /// Grams of a longer word that are looked up; the rest would only narrow down what is looked at anyway.
    static let maxGrams = 6

    let text: String
    /// The word itself if it is short, else all of its runs of three characters; `nil` when no text can contain it.
    let grams: [Gram]?
    /// Whether a text with all the grams has the word.
    let isExact: Bool

    init(_ text: String) {
        self.text = text
        let scalars = Array(text.unicodeScalars)
        isExact = scalars.count <= Gram.longest
        let length = min(scalars.count, Gram.longest)
        var grams: [Gram]? = []
        for start in 0...(scalars.count - length) {
            guard let gram = Gram(scalars[start..<start + length]) else {
                grams = nil
                break
            }
            if grams?.contains(gram) == false { grams?.append(gram) }
        }
        self.grams = grams
    }
}

/// One condition of a search: a product has at least one of some keys.
struct SearchTerm {
    private let keys: [Int: [SearchKey]]
    /// The chunks in which one of them occurs, rising.
    let chunks: [Int]

    init(_ alternatives: [SearchKey], in index: GramIndex) throws(StorageError) {
        var keys: [Int: [SearchKey]] = [:]
        for key in alternatives {
            for chunk in try index.chunks(with: key) { keys[chunk, default: []].append(key) }
        }
        self.keys = keys
        chunks = keys.keys.sorted()
    }

    /// The ids of a chunk that it holds for.
    func ids(in chunk: Int, of index: GramIndex) throws(StorageError) -> IdentifierSet {
        var ids = IdentifierSet()
        for key in keys[chunk] ?? [] { ids.formUnion(try index.ids(with: key, in: chunk)) }
        return ids
    }
}
