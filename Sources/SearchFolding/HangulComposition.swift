/// Joins Hangul letters to syllables by arithmetic on their numbers: The Unicode Standard, section 3.12.
enum HangulComposition {
    private static let syllableBase: UInt32 = 0xAC00
    private static let leadingBase: UInt32 = 0x1100
    private static let vowelBase: UInt32 = 0x1161
    private static let trailingBase: UInt32 = 0x11A7
    private static let leadingCount: UInt32 = 19
    private static let vowelCount: UInt32 = 21
    private static let trailingCount: UInt32 = 28

    /// The syllable of a leading letter and a vowel, or of a syllable without a trailing letter and one; else `nil`.
    static func syllable(_ left: UInt32, _ right: UInt32) -> Unicode.Scalar? {
        if (leadingBase..<leadingBase + leadingCount).contains(left),
            (vowelBase..<vowelBase + vowelCount).contains(right)
        {
            let pair = (left - leadingBase) * vowelCount + (right - vowelBase)
            return Unicode.Scalar(syllableBase + pair * trailingCount)
        }
        let syllables = syllableBase..<syllableBase + leadingCount * vowelCount * trailingCount
        if syllables.contains(left), (left - syllableBase).isMultiple(of: trailingCount),
            (trailingBase + 1..<trailingBase + trailingCount).contains(right)
        {
            return Unicode.Scalar(left + (right - trailingBase))
        }
        return nil
    }
}
