/// Keys of a keypad as people write them: `AC 12+3 =`.
enum KeyWords {
    /// The keys of some words: a word that is a key is that key, any other is a key per character.
    ///
    /// What is no key stays in its place: the service says which.
    ///
    /// - Parameter known: The labels of the keys, and their other spellings.
    static func keys(_ words: [String], known: Set<String>) -> [String] {
        words.flatMap { $0.split(whereSeparator: \.isWhitespace) }.flatMap { word -> [String] in
            known.contains(String(word)) ? [String(word)] : word.map { String($0) }
        }
    }
}
