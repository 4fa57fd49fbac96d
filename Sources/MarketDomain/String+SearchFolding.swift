extension String {
    /// The text for comparing only; see ``SearchText/folded(_:)``.
    ///
    /// Case goes by lower, upper and again lower case, which also makes one of `ẞ`, `ß` and `SS`, and of the two forms of
    /// a small sigma.
    var foldedForSearch: String {
        var folded = String.UnicodeScalarView()
        for scalar in unicodeScalars {
            guard scalar.properties.changesWhenCaseMapped else {
                folded.appendComposing(scalar)
                continue
            }
            for lower in scalar.properties.lowercaseMapping.unicodeScalars {
                for upper in lower.properties.uppercaseMapping.unicodeScalars {
                    folded.append(contentsOf: upper.properties.lowercaseMapping.unicodeScalars)
                }
            }
        }
        return String(folded)
    }
}

extension String.UnicodeScalarView {
    /// Appends a scalar, or joins it with the last one to the Hangul syllable that both are.
    ///
    /// Some systems send 각 as three letters.
    fileprivate mutating func appendComposing(_ scalar: Unicode.Scalar) {
        guard let last, let syllable = HangulComposition.syllable(last.value, scalar.value) else {
            append(scalar)
            return
        }
        removeLast()
        append(syllable)
    }
}
