import Testing

@testable import ExpoDomain

@Suite
struct FormattedPosterTests {
    @Test
    func `shows the four lines of the 1900 exposition`() {
        let lines = FormattedPoster(
            Poster(
                title: "파리 만국박람회 1900(L'Exposition de Paris 1900)",
                visitors: 48_130_300,
                location: "프랑스 파리",
                duration: "1900. 04. 14 - 1900. 11. 12"
            )
        )
        #expect(lines.title == "파리 만국박람회 1900\n(L'Exposition de Paris 1900)")
        #expect(lines.visitors == "방문객 : 48,130,300 명")
        #expect(lines.location == "개최지 : 프랑스 파리")
        #expect(lines.duration == "개최 기간 : 1900. 04. 14 - 1900. 11. 12")
    }

    @Test
    func `leaves out the line of a missing property and no other`() {
        let full = Poster(title: "박람회", visitors: 1, location: "서울", duration: "1년")
        func without(_ property: WritableKeyPath<Poster, String?>) -> FormattedPoster {
            var poster = full
            poster[keyPath: property] = nil
            return FormattedPoster(poster)
        }
        #expect(without(\.title).title == nil)
        #expect(without(\.title).location == "개최지 : 서울")
        #expect(without(\.location).location == nil)
        #expect(without(\.location).duration == "개최 기간 : 1년")
        #expect(without(\.duration).duration == nil)
        #expect(without(\.duration).visitors == "방문객 : 1 명")

        var uncounted = full
        uncounted.visitors = nil
        #expect(FormattedPoster(uncounted).visitors == nil)
        #expect(FormattedPoster(uncounted).title == "박람회")
    }

    @Test
    func `has no lines for a poster without properties`() {
        let lines = FormattedPoster(Poster())
        #expect(lines.title == nil)
        #expect(lines.visitors == nil)
        #expect(lines.location == nil)
        #expect(lines.duration == nil)
    }

    @Test(arguments: [
        (0, "0"),
        (7, "7"),
        (999, "999"),
        (1000, "1,000"),
        (12_345, "12,345"),
        (100_000, "100,000"),
        (1_000_000, "1,000,000"),
        (-1, "-1"),
        (-100, "-100"),
        (-1000, "-1,000"),
        (Int.max, "9,223,372,036,854,775,807"),
        (Int.min, "-9,223,372,036,854,775,808"),
    ])
    func `puts a comma between thousands`(visitors: Int, digits: String) {
        #expect(FormattedPoster(Poster(visitors: visitors)).visitors == "방문객 : \(digits) 명")
    }

    @Test(arguments: [
        ("", ""),
        ("대전", "대전"),
        ("대전(EXPO)", "대전\n(EXPO)"),
        ("대전 (EXPO)", "대전\n(EXPO)"),
        ("대전  (EXPO) 93", "대전\n(EXPO) 93"),
        ("(EXPO)대전", "(EXPO)대전"),
        ("대전\n(EXPO)", "대전\n(EXPO)"),
        ("대전\n (EXPO)", "대전\n(EXPO)"),
        ("대전\r\n(EXPO)", "대전\r\n(EXPO)"),
        ("대전(가)(나)", "대전\n(가)\n(나)"),
        ("대전)", "대전)"),
    ])
    func `breaks the title before a parenthesis`(title: String, lines: String) {
        #expect(FormattedPoster(Poster(title: title)).title == lines)
    }
}
