internal import Platform

/// Prose in lines of a width, whatever the script.
package enum WrappedText {
    /// The lines of a text, broken at blanks; a word that is wider than a line is broken where the line ends.
    ///
    /// - Parameters:
    ///   - text: Its line ends stay; so do empty lines between paragraphs.
    ///   - columns: How wide a line may be.
    package static func lines(_ text: String, columns: Int) -> [String] {
        text.split(omittingEmptySubsequences: false) { $0.isNewline }
            .flatMap { paragraph(String($0).printable, columns: max(2, columns)) }
    }

    private static func paragraph(_ text: String, columns: Int) -> [String] {
        var lines: [String] = []
        var line = ""
        var used = 0
        for word in text.split(separator: " ") {
            let width = DisplayWidth.of(word)
            if used > 0, used + 1 + width <= columns {
                line += " " + word
                used += 1 + width
                continue
            }
            if used > 0 { lines.append(line) }
            (line, used) = ("", 0)
            for character in word {
                let width = DisplayWidth.of(character)
                if used + width > columns {
                    lines.append(line)
                    (line, used) = ("", 0)
                }
                line.append(character)
                used += width
            }
        }
        return lines + [line]
    }
}

/// How many columns of a terminal a text takes.
///
/// By Unicode's East Asian Width (UAX #11): wide and full-width characters and emoji take two columns, combining and
/// invisible ones none. What a terminal draws as one character (a syllable of jamo, an emoji sequence) counts once.
package enum DisplayWidth {
    package static func of(_ text: some StringProtocol) -> Int {
        text.reduce(0) { $0 + of($1) }
    }

    package static func of(_ character: Character) -> Int {
        guard let first = character.unicodeScalars.first else { return 0 }
        // U+FE0F asks for the emoji form of a character that has both.
        if character.unicodeScalars.contains("\u{FE0F}") { return 2 }
        return of(first)
    }

    /// The text cut to a number of columns, with `…` in the last when something was cut.
    package static func truncate(_ text: String, to columns: Int) -> String {
        guard of(text) > columns else { return text }
        guard columns > 0 else { return "" }
        var result = ""
        var used = 0
        for character in text {
            let width = of(character)
            guard used + width <= columns - 1 else { break }
            result.append(character)
            used += width
        }
        return result + "…"
    }

    /// The text cut to a number of columns at its start, with `…` in the first when something was cut.
    package static func truncateStart(_ text: String, to columns: Int) -> String {
        guard of(text) > columns else { return text }
        return String(truncate(String(text.reversed()), to: columns).reversed())
    }

    private static func of(_ scalar: Unicode.Scalar) -> Int {
        // Nearly everything printed is ASCII.
        if (0x20..<0x7F).contains(scalar.value) { return 1 }
        switch scalar.properties.generalCategory {
        case .control, .format, .nonspacingMark, .enclosingMark, .lineSeparator, .paragraphSeparator: return 0
        default: break
        }
        // Vowels and finals of conjoining jamo: drawn into the syllable that their initial began.
        if (0x1160...0x11FF).contains(scalar.value) || (0xD7B0...0xD7FF).contains(scalar.value) { return 0 }
        if scalar.properties.isEmojiPresentation { return 2 }
        return wide.contains { $0.contains(scalar.value) } ? 2 : 1
    }

    /// The blocks of EastAsianWidth.txt whose characters are W or F, less the emoji.
    ///
    /// Holes are unassigned code points.
    private static let wide: [ClosedRange<UInt32>] = [
        0x1100...0x115F,  // Hangul initials
        0x2329...0x232A,  // angle brackets
        0x2E80...0x303E,  // CJK radicals and punctuation
        0x3041...0x3247,  // kana, bopomofo, Hangul compatibility jamo, enclosed
        0x3250...0x4DBF,  // squared abbreviations, CJK extension A
        0x4E00...0xA4C6,  // CJK, Yi
        0xA960...0xA97C,  // Hangul initials, extended
        0xAC00...0xD7A3,  // Hangul syllables
        0xF900...0xFAFF,  // CJK compatibility
        0xFE10...0xFE19,  // vertical forms
        0xFE30...0xFE6B,  // CJK compatibility and small forms
        0xFF01...0xFF60,  // full-width forms
        0xFFE0...0xFFE6,  // full-width signs
        0x16FE0...0x1B2FB,  // Tangut, kana supplement, Nushu
        0x1F200...0x1F265,  // enclosed ideographs
        0x20000...0x3FFFD,  // CJK extensions
    ]
}
