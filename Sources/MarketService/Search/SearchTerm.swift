import Journal

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
