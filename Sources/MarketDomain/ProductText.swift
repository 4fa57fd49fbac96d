/// What the texts of products and vendors may be.
///
/// Characters are counted as people count them: a Hangul syllable is one however it is encoded, and so is an emoji of
/// many parts. Because one character can be arbitrarily long, every text has a limit in bytes as well; it is generous
/// enough for any text of ordinary characters.
struct ProductText: Sendable {
    static let name = ProductText(characters: 3...100, bytes: 3_072, breaksLines: false)
    static let description = ProductText(characters: 10...1_000, bytes: 32_768, breaksLines: true)
    static let vendorName = ProductText(characters: 1...50, bytes: 1_536, breaksLines: false)

    let characters: ClosedRange<Int>
    let bytes: Int
    /// Whether it may hold line breaks and tabs.
    let breaksLines: Bool

    /// The rules that a text breaks.
    func faults(in text: String) -> [ProductFault.Rule] {
        // Judged first and alone, so that the work does not grow with a text that is refused anyway.
        guard text.utf8.count <= bytes else {
            return [
                text.prefix(characters.upperBound + 1).count > characters.upperBound
                    ? .characters(characters) : .bytes(bytes)
            ]
        }
        var faults: [ProductFault.Rule] = []
        if !characters.contains(text.count) { faults.append(.characters(characters)) }
        if text.unicodeScalars.contains(where: isForbidden) { faults.append(.controlCharacters) }
        return faults
    }

    private func isForbidden(_ scalar: Unicode.Scalar) -> Bool {
        guard scalar.properties.generalCategory == .control else { return false }
        return !(breaksLines && (scalar == "\n" || scalar == "\r" || scalar == "\t"))
    }
}
