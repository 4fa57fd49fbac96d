import MarketDomain
import Platform
import Testing

@Suite struct SearchTextTests {
    private func matches(_ search: String, _ texts: String...) -> Bool {
        SearchText(search).matches(texts.map(SearchText.folded))
    }

    @Test(arguments: ["망고", "고 한", "상", "Mango", "mANGO box", "BOX 망고", "  상자\t망고\n", "", " ", "망고 망고"])
    func `every word occurs somewhere`(search: String) {
        #expect(matches(search, "맛있는 망고 한 상자", "A Mango Box"))
    }

    @Test(arguments: ["망고 키위", "kiwi", "mango mangos", "망상", "상자A"])
    func `one word that occurs nowhere is enough to find nothing`(search: String) {
        #expect(!matches(search, "맛있는 망고 한 상자", "A Mango Box"))
    }

    @Test func `words may occur in different texts, but not across two`() {
        #expect(matches("망고 가게", "망고 한 상자", "설명", "동네 가게"))
        #expect(!matches("상자설명", "망고 한 상자", "설명", "동네 가게"))
    }

    @Test(arguments: [
        ("Straße", "STRASSE"), ("STRAẞE", "Strasse"), ("ΟΔΟΣ", "οδος"), ("Жар", "жАР"), ("\u{212A}", "k"),
        ("İ", "i\u{307}"), ("ＡＢＣ", "abc"), ("ﾏﾝｺﾞｰ", "マンコ\u{3099}ー"), ("１００％", "100%"),
    ]) func `case and width are of no account`(left: String, right: String) {
        #expect(matches(left, right) && matches(right, left))
    }

    @Test func `a syllable is the same whole and in letters`() {
        let letters = "\u{1106}\u{1161}\u{11BC}\u{1100}\u{1169} \u{1100}\u{1161}\u{11A8}"
        #expect(SearchText.folded(letters) == "망고 각")
        #expect(SearchText.folded(letters).utf8.elementsEqual("망고 각".utf8))
        #expect(matches(letters, "망고 각") && matches("망고 각", letters))
        // Every syllable there is, letter by letter.
        for value in 0xAC00...0xD7A3 as ClosedRange<UInt32> {
            let index = value - 0xAC00
            let parts = [0x1100 + index / 588, 0x1161 + index % 588 / 28, 0x11A7 + index % 28]
            let letters = parts.dropLast(index % 28 == 0 ? 1 : 0).compactMap(Unicode.Scalar.init)
            #expect(SearchText.folded(String(String.UnicodeScalarView(letters))).unicodeScalars.map(\.value) == [value])
        }
    }

    @Test(arguments: ["가\u{11A7}", "각\u{11A8}", "\u{1100}a", "\u{1161}\u{11A8}", "a\u{11A8}", "\u{1113}\u{1161}"])
    func `letters that are no syllable stay letters`(text: String) {
        #expect(SearchText.folded(text).unicodeScalars.elementsEqual(text.unicodeScalars))
    }

    @Test func `folding twice is folding once`() {
        for value in 0...0x10FFFF as ClosedRange<UInt32> {
            guard let scalar = Unicode.Scalar(value) else { continue }
            let once = SearchText.folded(String(Character(scalar)))
            guard !once.utf8.elementsEqual(SearchText.folded(once).utf8) else { continue }
            Issue.record("U+\(String(value, radix: 16)) is folded further the second time")
        }
    }

    @Test func `words are told once, in their order`() {
        #expect(SearchText("b A  a\u{3000}B c").words == ["b", "a", "c"])
    }

    @Test(arguments: ["%", "_", "*", "\"", "'", "\\", "a OR b"])
    func `there are no patterns`(search: String) {
        #expect(!matches(search, "망고 한 상자", "aXb"))
    }

    @Test(arguments: 0..<50 as Range<UInt64>)
    func `finds what the standard library finds`(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        func text(_ longest: Int) -> String {
            let letters = ["a", "B", "가", "각", " ", "b"]
            return (0..<Int.random(in: 0...longest, using: &random))
                .compactMap { _ in letters.randomElement(using: &random) }.joined()
        }
        for _ in 0..<200 {
            let texts = [text(12), text(30), text(6)]
            let search = text(5)
            let words = search.lowercased().split(separator: " ")
            let expected = words.allSatisfy { word in texts.contains { $0.lowercased().contains(word) } }
            #expect(SearchText(search).matches(texts.map(SearchText.folded)) == expected, "\(search) in \(texts)")
        }
    }
}
