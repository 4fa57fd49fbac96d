import Testing

@testable import Gateway
@testable import Terminal

@Suite struct DisplayWidthTests {
    @Test(arguments: [
        ("", 0),
        ("mango", 5),
        ("딸바 쥬스", 9),
        ("\u{1103}\u{1161}\u{11AF}", 2),  // 달 in conjoining jamo
        ("ㅋㅋ", 4),
        ("가힣", 4),
        ("🍓", 2),
        ("🥝🥭", 4),
        ("👩🏽‍🌾", 2),
        ("👨‍👩‍👧‍👦", 2),
        ("🇰🇷", 2),
        ("❤️", 2),
        ("1️⃣", 2),
        ("é", 1),
        ("e\u{301}", 1),
        ("が", 2),
        ("か\u{3099}", 2),
        ("a\u{200B}b", 2),
        ("\u{FEFF}a", 1),
        ("漢字", 4),
        ("𠀀", 2),
        ("ＡＢ", 4),
        ("ｱｲ", 2),
        ("¥", 1),
        ("￥", 2),
        ("→", 1),
        ("·×−", 3),
        ("\t\n", 0),
    ])
    func `a text takes the columns that a terminal gives it`(text: String, columns: Int) {
        #expect(DisplayWidth.of(text) == columns)
    }

    @Test(arguments: [
        ("mango", 5, "mango"),
        ("mango", 4, "man…"),
        ("mango", 1, "…"),
        ("mango", 0, ""),
        ("딸바 쥬스", 9, "딸바 쥬스"),
        ("딸바 쥬스", 8, "딸바 쥬…"),
        ("딸바 쥬스", 4, "딸…"),
        ("🍓🍓", 3, "🍓…"),
    ])
    func `a cut text fits and never shows half a character`(text: String, columns: Int, result: String) {
        let cut = DisplayWidth.truncate(text, to: columns)
        #expect(cut == result)
        #expect(DisplayWidth.of(cut) <= columns)
    }
}
