import SearchFolding

/// The folded texts of every entry, with a number for each character that occurs in them.
///
/// Two characters are equal when Unicode calls them equivalent, so a syllable typed as single letters finds the whole
/// syllable. That comparison is much dearer than one of integers: it is made once for each character, here, and a
/// search compares numbers.
struct SearchIndex: Sendable {
    /// What to search for: the numbers of its characters, or `nil` if one of them occurs nowhere.
    typealias Pattern = [UInt32]?

    /// The number that is between two texts of an entry.
    ///
    /// No character has it, so no match spans two texts.
    private static let separator: UInt32 = 0

    private var codes: [Character: UInt32] = [:]
    private var texts: [[UInt32]] = []

    /// Folds and numbers the texts.
    ///
    /// - Parameter entries: The texts of each entry, in order.
    init(_ entries: [[String]]) {
        texts.reserveCapacity(entries.count)
        for entry in entries {
            var numbers: [UInt32] = []
            for text in entry {
                for character in text.foldedForSearch {
                    numbers.append(code(of: character))
                }
                numbers.append(Self.separator)
            }
            texts.append(numbers)
        }
    }

    /// Prepares a text to be searched for.
    ///
    /// - Returns: The pattern, without the blanks around it.
    func pattern(_ text: String) -> Pattern {
        var characters = Array(text.foldedForSearch)[...]
        while characters.first?.isWhitespace == true { characters.removeFirst() }
        while characters.last?.isWhitespace == true { characters.removeLast() }

        var numbers: [UInt32] = []
        for character in characters {
            guard let code = codes[character] else { return nil }
            numbers.append(code)
        }
        return numbers
    }

    /// Says whether an entry contains a pattern.
    ///
    /// - Parameters:
    ///   - pattern: What to look for; an empty one is contained in every entry.
    ///   - position: The place of the entry, from 0.
    func contains(_ pattern: Pattern, at position: Int) -> Bool {
        guard let pattern else { return false }
        let text = texts[position]
        guard let first = pattern.first else { return true }
        guard text.count >= pattern.count else { return false }
        for start in 0...(text.count - pattern.count) where text[start] == first {
            if text[start..<(start + pattern.count)].elementsEqual(pattern) {
                return true
            }
        }
        return false
    }

    private mutating func code(of character: Character) -> UInt32 {
        if let code = codes[character] {
            return code
        }
        let code = UInt32(codes.count) + 1
        codes[character] = code
        return code
    }
}
