import Platform
import Testing

@testable import ExpoDomain

@Suite
struct CatalogueSearchTests {
    private let catalogue = Catalogue([
        Exhibit(
            name: "해금",
            imageName: "picture",
            shortDescription: "활로 켜는 악기",
            description: "두 줄을 걸었다.\n\n송나라에서 들어왔다.",
            englishName: "Haegeum",
            englishShortDescription: "A Fiddle",
            englishDescription: "It came from SONG China in 1116."
        ),
        Exhibit(name: "갓", englishName: "Gat"),
        Exhibit(),
    ])

    private func found(_ search: String) throws -> [Int] {
        try catalogue.page(search: search).entries.map(\.number)
    }

    @Test(arguments: ["해금", "켜는 악", "송나라", "Haegeum", "Fiddle", "in 1116."])
    func `looks into names and texts, Korean and English`(search: String) throws {
        #expect(try found(search) == [1])
    }

    @Test(arguments: ["haegeum", "HAEGEUM", "hAeGeUm", "a fiddle", "song china"])
    func `takes no notice of case`(search: String) throws {
        #expect(try found(search) == [1])
    }

    @Test(arguments: ["\u{FF28}\u{FF21}\u{FF25}\u{FF27}", "\u{FF48}\u{FF41}\u{FF45}", "in\u{3000}１１１６"])
    func `takes no notice of width`(search: String) throws {
        #expect(try found(search) == [1])
    }

    @Test
    func `finds wide letters in the data by narrow ones`() throws {
        let wide = Catalogue([Exhibit(name: "ＥＸＰＯ　１９００")])
        #expect(try wide.page(search: "expo 1900").entries.count == 1)
    }

    @Test
    func `knows every full-width and half-width form of Unicode`() throws {
        // U+3000, then U+FF01 to U+FFEE without the code points that are not assigned.
        let gaps: [ClosedRange<UInt32>] = [0xFFBF...0xFFC1, 0xFFC8...0xFFC9, 0xFFD0...0xFFD1, 0xFFD8...0xFFD9]
        let unassigned = gaps.flatMap(Array.init) + [0xFFDD, 0xFFDE, 0xFFDF, 0xFFE7]
        let forms = ([0x3000] + (0xFF01...0xFFEE).filter { !unassigned.contains($0) }).compactMap(Unicode.Scalar.init)
        let ordinary = Array(
            (##" !"#$%&'()*+,-./0123456789:;<=>?@ABCDEFGHIJKLMNOPQRSTUVWXYZ[\]^_`abcdefghijklmnopqrstuvwxyz{|}~⦅⦆"##
                + "。「」、・ヲァィゥェォャュョッーアイウエオカキクケコサシスセソタチツテトナニヌネノハヒフヘホマミムメモヤユヨラリルレロワン\u{3099}\u{309A}"
                + "\u{3164}ㄱㄲㄳㄴㄵㄶㄷㄸㄹㄺㄻㄼㄽㄾㄿㅀㅁㅂㅃㅄㅅㅆㅇㅈㅉㅊㅋㅌㅍㅎㅏㅐㅑㅒㅓㅔㅕㅖㅗㅘㅙㅚㅛㅜㅝㅞㅟㅠㅡㅢㅣ"
                + "¢£¬¯¦¥₩│←↑→↓■○").unicodeScalars
        )
        try #require(forms.count == ordinary.count)
        for (form, plain) in zip(forms, ordinary) {
            let catalogue = Catalogue([Exhibit(name: "가\(plain)나")])
            let page = try catalogue.page(search: "가\(form)나")
            #expect(page.entries.count == 1, "U+\(String(form.value, radix: 16)) should be \(plain)")
        }
    }

    @Test(arguments: [
        ("Straße", "STRASSE"),
        ("ΟΔΟΣ", "οδος"),
        ("Οδός", "ΟΔΌΣ"),
        ("Жар", "жАР"),
        ("Café", "CAFE\u{301}"),
        ("ｶﾞ", "ガ"),
        ("\u{212A}", "k"),
    ])
    func `folds letters beyond English`(name: String, search: String) throws {
        #expect(try Catalogue([Exhibit(name: name)]).page(search: search).entries.count == 1)
        #expect(try Catalogue([Exhibit(name: search)]).page(search: name).entries.count == 1)
    }

    @Test
    func `finds syllables typed as single letters`() throws {
        #expect(try found("\u{1100}\u{1161}\u{11BA}") == [2])
    }

    @Test
    func `finds whole syllables only`() throws {
        #expect(try found("가").isEmpty)
        #expect(try found("ㄱ").isEmpty)
    }

    @Test(arguments: ["", " ", "\t\n", "\u{3000}"])
    func `finds everything when nothing is searched for`(search: String) throws {
        #expect(try found(search) == [1, 2, 3])
    }

    @Test
    func `takes no notice of blanks around the text`() throws {
        #expect(try found("  해금\n") == [1])
    }

    @Test(arguments: ["금활", "gat갓", "갓gat", "갓\u{0}gat", "picture", "없는 말", "해 금", "*", ".*", "%"])
    func `finds nothing across two texts, in image names, or by patterns`(search: String) throws {
        #expect(try found(search).isEmpty)
    }

    @Test
    func `accepts a search of 200 characters and refuses a longer one`() throws {
        let longest = String(repeating: "가", count: 200)
        let catalogue = Catalogue([Exhibit(description: "나" + longest)])
        #expect(try catalogue.page(search: longest).entries.count == 1)
        #expect(code { () throws(ExpoError) in _ = try catalogue.page(search: longest + "가") } == .searchTooLong)
        // One character to a reader, and as long as its sender likes.
        let stacked = "a" + String(repeating: "\u{301}", count: 200)
        #expect(code { () throws(ExpoError) in _ = try catalogue.page(search: stacked) } == .searchTooLong)
    }

    @Test(arguments: 0..<100 as Range<UInt64>)
    func `finds what the standard library finds`(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        func text(_ longest: Int) -> String {
            let letters = ["a", "B", "가", "각", "b"]
            return (0..<Int.random(in: 0...longest, using: &generator))
                .compactMap { _ in letters.randomElement(using: &generator) }.joined()
        }
        let exhibits = (0..<20).map { _ in Exhibit(name: text(8), description: text(30)) }
        let catalogue = Catalogue(exhibits)
        for _ in 0..<50 {
            let search = text(5)
            let expected = exhibits.indices.filter { position in
                [exhibits[position].name, exhibits[position].description].contains { text in
                    search.isEmpty || (text ?? "").lowercased().contains(search.lowercased())
                }
            }
            #expect(try catalogue.page(search: search).entries.map(\.number) == expected.map { $0 + 1 }, "\(search)")
        }
    }
}
