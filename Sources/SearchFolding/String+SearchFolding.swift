extension String {
    /// The text without differences of case and width, and with Hangul letters joined to syllables, for comparing only.
    ///
    /// Width goes first: a full-width letter has case mappings of its own. Case goes by lower, upper and again lower case,
    /// which also makes one of `ẞ`, `ß` and `SS`, and of the two forms of a small sigma. Folding a folded text changes nothing.
    package var foldedForSearch: String {
        var folded = String.UnicodeScalarView()
        for scalar in unicodeScalars { folded.appendFolded(scalar.foldedWidth) }
        return String(folded)
    }
}

extension Unicode.Scalar {
    /// The ordinary character for a full-width or half-width one; every other character is its own.
    ///
    /// The pairs are those that UnicodeData.txt marks `<wide>` and `<narrow>`. The standard library does not offer
    /// them, and they are few.
    fileprivate var foldedWidth: Unicode.Scalar {
        let ordinary: UInt32? =
            switch value {
            case 0x3000: 0x20
            case 0xFF01...0xFF5E: value - 0xFF01 + 0x21
            case 0xFF5F...0xFF60: value - 0xFF5F + 0x2985
            case 0xFF61...0xFF9F: Self.katakana[Int(value - 0xFF61)].value
            case 0xFFA0: 0x3164
            case 0xFFA1...0xFFBE: value - 0xFFA1 + 0x3131
            case 0xFFC2...0xFFC7: value - 0xFFC2 + 0x314F
            case 0xFFCA...0xFFCF: value - 0xFFCA + 0x3155
            case 0xFFD2...0xFFD7: value - 0xFFD2 + 0x315B
            case 0xFFDA...0xFFDC: value - 0xFFDA + 0x3161
            case 0xFFE0...0xFFE6: Self.signs[Int(value - 0xFFE0)].value
            case 0xFFE8: 0x2502
            case 0xFFE9...0xFFEC: value - 0xFFE9 + 0x2190
            case 0xFFED: 0x25A0
            case 0xFFEE: 0x25CB
            default: nil
            }
        return ordinary.flatMap(Unicode.Scalar.init) ?? self
    }

    /// The ordinary characters for U+FF61 to U+FF9F; the last two are the combining sound marks.
    private static let katakana = Array(
        "。「」、・ヲァィゥェォャュョッーアイウエオカキクケコサシスセソタチツテトナニヌネノハヒフヘホマミムメモヤユヨラリルレロワン\u{3099}\u{309A}".unicodeScalars
    )

    /// The ordinary characters for U+FFE0 to U+FFE6.
    private static let signs = Array("\u{A2}\u{A3}\u{AC}\u{AF}\u{A6}\u{A5}\u{20A9}".unicodeScalars)
}

extension String.UnicodeScalarView {
    fileprivate mutating func appendFolded(_ scalar: Unicode.Scalar) {
        guard scalar.properties.changesWhenCaseMapped else { return appendComposing(scalar) }
        for lower in scalar.properties.lowercaseMapping.unicodeScalars {
            for upper in lower.properties.uppercaseMapping.unicodeScalars {
                append(contentsOf: upper.properties.lowercaseMapping.unicodeScalars)
            }
        }
    }

    /// Appends a scalar, or joins it with the last one to the Hangul syllable that both are.
    ///
    /// Some systems send 각 as three letters.
    private mutating func appendComposing(_ scalar: Unicode.Scalar) {
        guard let last, let syllable = HangulComposition.syllable(last.value, scalar.value) else {
            append(scalar)
            return
        }
        removeLast()
        append(syllable)
    }
}
