import Messages
import Platform
import ServiceContexts
import Testing

@testable import Gateway
@testable import Terminal

@Suite struct ExpositionTests {
    @Test(
        arguments: [
            ("one two three", 7, ["one two", "three"]),
            ("one two three", 80, ["one two three"]),
            ("파리 만국박람회", 15, ["파리 만국박람회"]),
            ("파리 만국박람회", 14, ["파리", "만국박람회"]),
            ("만국박람회", 5, ["만국", "박람", "회"]),
            ("ab 만국박람회", 4, ["ab", "만국", "박람", "회"]),
            ("first\n\nsecond", 80, ["first", "", "second"]),
            ("first\r\nsecond", 80, ["first", "second"]),
            ("a\u{1B}[2Jb", 80, ["a\u{FFFD}[2Jb"]),
            ("", 80, [""]),
            ("가", 1, ["가"]),
            ("e\u{301}e\u{301}", 2, ["e\u{301}e\u{301}"]),
        ] as [(String, Int, [String])]
    )
    func `prose is wrapped to a width, in any script`(text: String, columns: Int, lines: [String]) {
        #expect(WrappedText.lines(text, columns: columns) == lines)
    }

    @Test(arguments: 2...30)
    func `no line of prose is wider than the terminal, and nothing is lost`(columns: Int) {
        let text = "1900년 파리 만국박람회(L'Exposition de Paris 1900)에서 대한제국관은 경복궁 근정전을 본떠 지어졌다."
        let lines = WrappedText.lines(text, columns: columns)
        #expect(lines.allSatisfy { DisplayWidth.of($0) <= columns })
        #expect(lines.joined().filter { $0 != " " } == text.filter { $0 != " " })
    }

    @Test(arguments: [
        (0, "0"), (7, "7"), (999, "999"), (1_000, "1,000"), (48_130_300, "48,130,300"), (-1_234, "-1,234"),
        (.min, "-9,223,372,036,854,775,808"),
    ])
    func `numbers have a comma before every third digit`(number: Int, text: String) {
        #expect(number.grouped == text)
    }

    private func poster() -> ExpoPoster {
        var poster = ExpoPoster()
        poster.formatted = .init {
            $0.title = "파리 만국박람회 1900\n(L'Exposition de Paris 1900)"
            $0.visitors = "방문객 : 48,130,300 명"
            $0.location = "개최지 : 프랑스 파리"
            $0.duration = "개최 기간 : 1900. 04. 14 - 1900. 11. 12"
        }
        poster.visitors = 48_130_300
        poster.location = "프랑스 파리"
        poster.duration = "1900. 04. 14 - 1900. 11. 12"
        poster.description = "첫 문단.\n\n둘째 문단."
        poster.englishTitle = "Paris World's Fair 1900 (L'Exposition de Paris 1900)"
        return poster
    }

    @Test func `the poster has its lines in Korean`() {
        #expect(
            ExpoPosterCommand.lines(of: poster(), in: .korean, columns: 80, palette: .plain) == [
                "파리 만국박람회 1900", "(L'Exposition de Paris 1900)", "", "방문객 : 48,130,300 명", "개최지 : 프랑스 파리",
                "개최 기간 : 1900. 04. 14 - 1900. 11. 12", "", "첫 문단.", "", "둘째 문단.",
            ]
        )
    }

    @Test func `the poster has its lines in English, and in Korean what has no translation`() {
        #expect(
            ExpoPosterCommand.lines(of: poster(), in: .english, columns: 80, palette: .plain) == [
                "Paris World's Fair 1900", "(L'Exposition de Paris 1900)", "", "Visitors: 48,130,300",
                "Location: 프랑스 파리", "Dates: 1900. 04. 14 - 1900. 11. 12", "", "첫 문단.", "", "둘째 문단.",
            ]
        )
    }

    @Test(arguments: [Texts.korean, .english])
    func `what is missing leaves no trace`(texts: Texts) {
        #expect(
            ExpoPosterCommand.lines(of: ExpoPoster(), in: texts, columns: 80, palette: .plain).isEmpty
        )
        let entry = ExpoEntry { $0.number = 3 }
        #expect(ExpoEntryCommand.lines(of: entry, in: texts, columns: 80, palette: .plain).count == 1)
        #expect(ExpoEntriesCommand.table(of: [entry], in: texts).lines(.plain).count == 2)
    }

    private func haegeum() -> ExpoEntry {
        var entry = ExpoEntry { $0.number = 5 }
        entry.name = "해금"
        entry.imageName = "haegeum"
        entry.shortDescription = "두 줄을 활로 문질러 소리 내는 악기"
        entry.description = "작은 울림통."
        entry.englishName = "Haegeum, two-string fiddle"
        return entry
    }

    @Test func `an exhibit has its name, number and picture at the top`() {
        #expect(
            ExpoEntryCommand.lines(of: haegeum(), in: .korean, columns: 80, palette: .plain) == [
                "해금", "5번 · Haegeum, two-string fiddle · 그림 haegeum", "", "두 줄을 활로 문질러 소리 내는 악기", "", "작은 울림통.",
            ]
        )
        #expect(
            Array(ExpoEntryCommand.lines(of: haegeum(), in: .english, columns: 80, palette: .plain).prefix(2)) == [
                "Haegeum, two-string fiddle", "No. 5 · 해금 · picture haegeum",
            ]
        )
    }

    @Test func `the list is cut to the terminal, names last of all`() {
        var long = haegeum()
        long.name = String(repeating: "긴", count: 60)
        let table = ExpoEntriesCommand.table(of: [haegeum(), long], in: .korean)
        #expect(table.lines(.plain)[1].hasSuffix("악기"))
        for columns in [50, 60, 80] {
            let lines = table.lines(.plain, columns: columns)
            #expect(lines.allSatisfy { DisplayWidth.of($0) <= columns })
            #expect(lines[2].contains("긴…"))
            #expect(lines[2].contains("두 줄"))
        }
    }

    @Test func `digits are a number first, then a name`() {
        #expect(EntryLookup.keys("13") == [.number(13), .name("13"), .imageName("13")])
        #expect(EntryLookup.keys("god") == [.name("god"), .imageName("god")])
        #expect(EntryLookup.keys("99999999999999999999").first == .name("99999999999999999999"))
    }

    @Test(arguments: [
        ("jikji", "image/svg+xml", "jikji.svg"), ("a", "image/png", "a.png"), ("a", "image/jpeg", "a.jpg"),
        ("a", "image/webp", "a.webp"), ("a", "text/html", "a"),
    ])
    func `a picture's file is named after it`(name: String, mediaType: String, file: String) throws {
        #expect(try PictureFile.name(of: name, mediaType: mediaType) == file)
    }

    @Test(arguments: ["../../etc/passwd", "/etc/passwd", ".profile", "a\u{0}b", "a\nb", ""])
    func `a picture cannot choose another place for its file`(name: String) {
        #expect(throws: UsageError.self) { try PictureFile.name(of: name, mediaType: "image/png") }
    }

    @Test(arguments: [("123456", 6, "123456"), ("123456", 4, "…456"), ("가나다", 4, "…다"), ("12", 0, "")])
    func `a text cut at its start keeps its end`(text: String, columns: Int, result: String) {
        #expect(DisplayWidth.truncateStart(text, to: columns) == result)
    }
}
