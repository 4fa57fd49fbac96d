import Journal

/// Which products contain which one, two or three neighbouring characters.
///
/// The index of words that databases bring is of no use for Korean, whose words are often one or two characters long and
/// carry endings. Here every run of up to three characters is indexed: a set of ids for each run and chunk of 4 096 ids.
/// Rows of one chunk are neighbours, so adding a product touches few pages. For each run another row names the chunks that
/// have it, so a rare word costs the same in a catalogue of any size. Words of four and more characters are indexed as a
/// whole in the same way: ``WordIndex`` says which of them contain a searched one.
struct GramIndex {
    let tables: any StoredTables
    /// The words of four and more characters.
    let words: WordIndex

    init(_ tables: any StoredTables) {
        self.tables = tables
        words = WordIndex(tables: tables)
    }

    // MARK: Changing

    func add(_ id: Int, text: SearchableText) throws(StorageError) {
        try tables.change("INSERT INTO searchable VALUES (?1, ?2)", [.integer(id), .blob(text.bytes)])
        for gram in Self.inOrder(text.grams) { try change(SearchKey(gram), id: id, isFound: true) }
        for word in text.words.sorted() { try add(word, to: id) }
    }

    /// Gives a product another text.
    func replace(_ id: Int, text: SearchableText) throws(StorageError) {
        guard let old = try self.text(of: id) else { return try add(id, text: text) }
        try tables.change("UPDATE searchable SET text = ?2 WHERE id = ?1", [.integer(id), .blob(text.bytes)])
        let (oldGrams, newGrams) = (old.grams, text.grams)
        for gram in Self.inOrder(oldGrams.subtracting(newGrams)) { try change(SearchKey(gram), id: id, isFound: false) }
        for gram in Self.inOrder(newGrams.subtracting(oldGrams)) { try change(SearchKey(gram), id: id, isFound: true) }
        let (oldWords, newWords) = (old.words, text.words)
        for word in oldWords.subtracting(newWords).sorted() { try remove(word, from: id) }
        for word in newWords.subtracting(oldWords).sorted() { try add(word, to: id) }
    }

    func remove(_ id: Int) throws(StorageError) {
        guard let text = try text(of: id) else { return }
        for gram in Self.inOrder(text.grams) { try change(SearchKey(gram), id: id, isFound: false) }
        for word in text.words.sorted() { try remove(word, from: id) }
        try tables.change("DELETE FROM searchable WHERE id = ?1", [.integer(id)])
    }

    /// As their rows are in the table: the same product always changes the same pages, one after the other.
    private static func inOrder(_ grams: Set<Gram>) -> [Gram] { grams.sorted { $0.code < $1.code } }

    private func add(_ word: String, to id: Int) throws(StorageError) {
        try change(SearchKey(word: words.number(of: word)), id: id, isFound: true)
    }

    private func remove(_ word: String, from id: Int) throws(StorageError) {
        guard let number = try words.known(word) else { return }
        let key = SearchKey(word: number)
        try change(key, id: id, isFound: false)
        if try chunks(with: key).isEmpty { try words.remove(number) }
    }

    /// The text in which a product is found; `nil` when there is no such product.
    func text(of id: Int) throws(StorageError) -> SearchableText? {
        try tables.first("SELECT text FROM searchable WHERE id = ?1", [.integer(id)]) {
            SearchableText(stored: $0.bytes(at: 0))
        }
    }

    private func change(_ key: SearchKey, id: Int, isFound: Bool) throws(StorageError) {
        let chunk = id >> IdentifierSet.bits
        let place = id & (IdentifierSet.capacity - 1)
        let old = try ids(with: key, in: chunk)
        var ids = old
        if isFound { ids.insert(place) } else { ids.remove(place) }
        if ids.isEmpty {
            try tables.change(
                "DELETE FROM gram WHERE chunk = ?1 AND gram = ?2",
                [.integer(chunk), .integer(key.code)]
            )
        } else {
            try tables.change(
                "INSERT INTO gram VALUES (?1, ?2, ?3) ON CONFLICT(chunk, gram) DO UPDATE SET ids = excluded.ids",
                [.integer(chunk), .integer(key.code), .blob(ids.stored)]
            )
        }
        guard old.isEmpty != ids.isEmpty else { return }
        var spread = Set(try chunks(with: key))
        if ids.isEmpty { spread.remove(chunk) } else { spread.insert(chunk) }
        try save(spread, of: key)
    }

    private func save(_ chunks: Set<Int>, of key: SearchKey) throws(StorageError) {
        guard !chunks.isEmpty else {
            try tables.change("DELETE FROM spread WHERE gram = ?1", [.integer(key.code)])
            return
        }
        let bytes = chunks.sorted().flatMap { chunk in (0..<4).map { UInt8(truncatingIfNeeded: chunk >> (8 * $0)) } }
        try tables.change(
            "INSERT INTO spread VALUES (?1, ?2) ON CONFLICT(gram) DO UPDATE SET chunks = excluded.chunks",
            [.integer(key.code), .blob(bytes)]
        )
    }

    // MARK: Reading

    /// The ids of a chunk whose texts have a gram or a word.
    func ids(with key: SearchKey, in chunk: Int) throws(StorageError) -> IdentifierSet {
        try tables.first(
            "SELECT ids FROM gram WHERE chunk = ?1 AND gram = ?2",
            [.integer(chunk), .integer(key.code)]
        ) { IdentifierSet(stored: $0.bytes(at: 0)) } ?? IdentifierSet()
    }

    /// The chunks in which a gram or a word occurs, rising.
    func chunks(with key: SearchKey) throws(StorageError) -> [Int] {
        try tables.first("SELECT chunks FROM spread WHERE gram = ?1", [.integer(key.code)]) { row in
            let bytes = row.bytes(at: 0)
            return stride(from: 0, to: bytes.count - bytes.count % 4, by: 4).map { start in
                (0..<4).reduce(0) { $0 | Int(bytes[start + $1]) << (8 * $1) }
            }
        } ?? []
    }
}

/// One to three neighbouring characters of a text, as one number: three times 21 bits, the first one lowest.
struct Gram: Hashable {
    /// The most characters of one.
    static let longest = 3

    let code: Int

    /// Makes a gram of Unicode scalars; `nil` when one of them is a blank, which no searched word has, or NUL, which
    /// means nothing here.
    init?(_ scalars: ArraySlice<Unicode.Scalar>) {
        var code = 0
        for (position, scalar) in scalars.enumerated() {
            guard !scalar.properties.isWhitespace, scalar.value != 0 else { return nil }
            code |= Int(scalar.value) << (21 * position)
        }
        self.code = code
    }
}

/// What the index finds products by: a gram, or a whole word.
struct SearchKey: Hashable {
    /// The number under which it is stored: not negative for a gram, negative for a word.
    let code: Int

    /// A run of up to three characters.
    init(_ gram: Gram) {
        code = gram.code
    }

    /// A word of the texts.
    init(word id: Int) {
        code = -id
    }
}
