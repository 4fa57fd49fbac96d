import Storage

/// Which products contain which one, two or three neighbouring characters.
///
/// The index of words that databases bring is of no use for Korean, whose words are often one or two characters long and
/// carry endings. Here every run of up to three characters is indexed: a set of ids for each run and chunk of 4 096 ids.
/// Rows of one chunk are neighbours, so adding a product touches few pages. For each run another row names the chunks that
/// have it, so a rare word costs the same in a catalogue of any size.
struct GramIndex {
    let tables: StoredTables

    init(_ tables: StoredTables) {
        self.tables = tables
    }

    // MARK: Changing

    /// Adds a new product.
    func add(_ id: Int, _ text: SearchableText) throws(StorageError) {
        try tables.change("INSERT INTO searchable VALUES (?1, ?2)", [.integer(id), .blob(text.bytes)])
        for gram in text.grams { try change(gram, id, isFound: true) }
    }

    /// Gives a product another text.
    func replace(_ id: Int, _ text: SearchableText) throws(StorageError) {
        let old = try self.text(of: id)?.grams ?? []
        let new = text.grams
        try tables.change("UPDATE searchable SET text = ?2 WHERE id = ?1", [.integer(id), .blob(text.bytes)])
        for gram in old.subtracting(new) { try change(gram, id, isFound: false) }
        for gram in new.subtracting(old) { try change(gram, id, isFound: true) }
    }

    /// Removes a product.
    func remove(_ id: Int) throws(StorageError) {
        for gram in try text(of: id)?.grams ?? [] { try change(gram, id, isFound: false) }
        try tables.change("DELETE FROM searchable WHERE id = ?1", [.integer(id)])
    }

    /// The text in which a product is found; `nil` when there is no such product.
    func text(of id: Int) throws(StorageError) -> SearchableText? {
        try tables.first("SELECT text FROM searchable WHERE id = ?1", [.integer(id)]) {
            SearchableText(stored: $0.bytes(at: 0))
        }
    }

    private func change(_ gram: Gram, _ id: Int, isFound: Bool) throws(StorageError) {
        let chunk = id >> IdentifierSet.bits
        let place = id & (IdentifierSet.capacity - 1)
        let old = try ids(with: gram, in: chunk)
        var ids = old
        if isFound { ids.insert(place) } else { ids.remove(place) }
        if ids.isEmpty {
            try tables.change(
                "DELETE FROM gram WHERE chunk = ?1 AND gram = ?2",
                [.integer(chunk), .integer(gram.code)]
            )
        } else {
            try tables.change(
                "INSERT INTO gram VALUES (?1, ?2, ?3) ON CONFLICT(chunk, gram) DO UPDATE SET ids = excluded.ids",
                [.integer(chunk), .integer(gram.code), .blob(ids.stored)]
            )
        }
        guard old.isEmpty != ids.isEmpty else { return }
        var spread = Set(try chunks(with: gram))
        if ids.isEmpty { spread.remove(chunk) } else { spread.insert(chunk) }
        try save(spread, of: gram)
    }

    private func save(_ chunks: Set<Int>, of gram: Gram) throws(StorageError) {
        guard !chunks.isEmpty else {
            try tables.change("DELETE FROM spread WHERE gram = ?1", [.integer(gram.code)])
            return
        }
        let bytes = chunks.sorted().flatMap { chunk in (0..<4).map { UInt8(truncatingIfNeeded: chunk >> (8 * $0)) } }
        try tables.change(
            "INSERT INTO spread VALUES (?1, ?2) ON CONFLICT(gram) DO UPDATE SET chunks = excluded.chunks",
            [.integer(gram.code), .blob(bytes)]
        )
    }

    // MARK: Reading

    /// The ids of a chunk whose texts have a gram.
    func ids(with gram: Gram, in chunk: Int) throws(StorageError) -> IdentifierSet {
        try tables.first(
            "SELECT ids FROM gram WHERE chunk = ?1 AND gram = ?2",
            [.integer(chunk), .integer(gram.code)]
        ) { IdentifierSet(stored: $0.bytes(at: 0)) } ?? IdentifierSet()
    }

    /// The chunks in which a gram occurs, rising.
    func chunks(with gram: Gram) throws(StorageError) -> [Int] {
        try tables.first("SELECT chunks FROM spread WHERE gram = ?1", [.integer(gram.code)]) { row in
            let bytes = row.bytes(at: 0)
            return stride(from: 0, to: bytes.count - bytes.count % 4, by: 4).map { start in
                (0..<4).reduce(0) { $0 | Int(bytes[start + $1]) << (8 * $1) }
            }
        } ?? []
    }
}
