import SearchFolding

/// What someone searches for: every word has to occur somewhere in a product's texts.
package struct SearchText: Sendable, Hashable {
    /// The longest text to search for, in Unicode scalars.
    package static let maxLength = 200

    /// The words, folded, each once, in the order of their first occurrence; empty when everything is wanted.
    package let words: [String]

    /// Splits a text at its blanks.
    package init(_ text: String) {
        var words: [String] = []
        for word in Self.folded(text).split(whereSeparator: \.isWhitespace).map(String.init)
        where !words.contains(word) {
            words.append(word)
        }
        self.words = words
    }

    /// Says whether every word occurs in at least one of the texts.
    ///
    /// - Parameter texts: A product's name and description and its vendor's name, each as ``folded(_:)`` gives it.
    package func matches(_ texts: [String]) -> Bool {
        words.allSatisfy { word in
            texts.contains { Self.contains(Array($0.utf8), word: Array(word.utf8)) }
        }
    }

    /// The form in which texts and words are compared, and kept for comparing: without differences of case and
    /// width, and with Hangul letters joined to syllables.
    ///
    /// Folding a folded text changes nothing. Two folded texts are compared byte for byte.
    package static func folded(_ text: String) -> String {
        text.foldedForSearch
    }

    /// Whole characters cannot be cut by this: no UTF-8 text begins in the middle of a scalar.
    private static func contains(_ text: [UInt8], word: [UInt8]) -> Bool {
        guard let first = word.first, word.count <= text.count else { return word.isEmpty }
        for start in 0...(text.count - word.count) where text[start] == first {
            if text[start..<(start + word.count)].elementsEqual(word) { return true }
        }
        return false
    }
}
