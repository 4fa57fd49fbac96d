import MarketDomain

/// The texts in which a product is found, folded and put together.
///
/// Searched words have no blanks, so a line break between two texts keeps a word from being found across them.
struct SearchableText {
    /// The folded texts as UTF-8, one a line.
    let bytes: [UInt8]

    /// Folds a product's texts.
    init(_ texts: [String]) {
        bytes = Array(texts.map(SearchText.folded).joined(separator: "\n").utf8)
    }

    init(stored: [UInt8]) {
        bytes = stored
    }

    /// The folded texts, one a line.
    var text: String { String(decoding: bytes, as: UTF8.self) }

    /// Every run of one, two or three characters without a blank, each once.
    var grams: Set<Gram> {
        var grams: Set<Gram> = []
        let scalars = Array(text.unicodeScalars)
        for start in scalars.indices {
            for length in 1...Gram.longest where start + length <= scalars.count {
                guard let gram = Gram(scalars[start..<start + length]) else { break }
                grams.insert(gram)
            }
        }
        return grams
    }

    /// The words that are too long to be grams, each once.
    var words: Set<String> {
        var words: Set<String> = []
        for word in text.unicodeScalars.split(whereSeparator: \.properties.isWhitespace)
        where word.count >= WordIndex.shortest {
            words.insert(String(word))
        }
        return words
    }
}
