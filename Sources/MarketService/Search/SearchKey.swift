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
