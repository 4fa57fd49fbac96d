import Journal

/// The longer words that occur in texts, and where in them a searched word may begin.
///
/// Every end of a word is stored in order, so the words that contain a searched one are neighbours: `사과` is where `나무사과`
/// has its end `사과`, and before `사과나무`. They are few, however many products have them.
struct WordIndex {
    /// The shortest word, and end of a word, in characters; shorter ones are found by grams.
    static let shortest = Gram.longest + 1
    /// Of an end this many characters are stored.
    private static let maxEndingLength = 16

    let tables: any StoredTables

    /// The number of a word; a new one is added.
    func number(of word: String) throws(StorageError) -> Int {
        if let known = try known(word) { return known }
        try tables.change("INSERT INTO word(text) VALUES (?1)", [.blob(Array(word.utf8))])
        guard let id = try known(word) else { throw StorageError(.failing, "a word was not stored") }
        let scalars = Array(word.unicodeScalars)
        for start in 0...(scalars.count - Self.shortest) {
            let ending = Self.bytes(scalars[start...].prefix(Self.maxEndingLength))
            // The same run may begin at two places of a word.
            try tables.change("INSERT OR IGNORE INTO ending VALUES (?1, ?2)", [.blob(ending), .integer(id)])
        }
        return id
    }

    /// The number of a word that occurs; `nil` when it does not.
    func known(_ word: String) throws(StorageError) -> Int? {
        try tables.first("SELECT id FROM word WHERE text = ?1", [.blob(Array(word.utf8))]) { $0.integer(at: 0) }
    }

    /// Removes a word that occurs no longer.
    func remove(_ id: Int) throws(StorageError) {
        try tables.change("DELETE FROM word WHERE id = ?1", [.integer(id)])
        try tables.change("DELETE FROM ending WHERE word = ?1", [.integer(id)])
    }

    /// The numbers of the words that contain a searched one; `nil` when there are more than `limit`.
    ///
    /// - Parameters:
    ///   - searched: At least ``shortest`` characters.
    ///   - limit: How many to look at.
    func words(containing searched: String, limit: Int) throws(StorageError) -> [Int]? {
        let start = Self.bytes(searched.unicodeScalars.prefix(Self.maxEndingLength))
        // No text has a byte of 255, so this is after everything that begins with the same characters.
        let found = try tables.rows(
            """
            SELECT DISTINCT ending.word FROM ending JOIN word ON word.id = ending.word
            WHERE ending.text >= ?1 AND ending.text < ?2 AND instr(word.text, ?3) > 0 LIMIT ?4
            """,
            [.blob(start), .blob(start + [0xFF]), .blob(Array(searched.utf8)), .integer(limit + 1)]
        ) { $0.integer(at: 0) }
        return found.count > limit ? nil : found
    }

    private static func bytes(_ scalars: some Sequence<Unicode.Scalar>) -> [UInt8] {
        var text = String.UnicodeScalarView()
        text.append(contentsOf: scalars)
        return Array(String(text).utf8)
    }
}
