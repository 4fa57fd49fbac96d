import Platform
import Testing

@testable import Gateway
@testable import Terminal

@Suite struct TableTests {
    private func table() -> Table {
        var table = Table(("", .left), ("과일", .left), ("수량", .right), ("버전", .right))
        table.add("🍓", "딸기", "10", "1")
        table.add("🍍", "파인애플", "1000", "12")
        table.add("", "e\u{301}", "7", "3")
        return table
    }

    @Test func `columns line up in Hangul, emoji and combining letters`() {
        #expect(
            table().lines(.plain) == [
                "    과일      수량  버전",
                "🍓  딸기        10     1",
                "🍍  파인애플  1000    12",
                "    e\u{301}            7     3",
            ]
        )
    }

    @Test func `every line of full rows is as wide as the others`() {
        #expect(Set(table().lines(.plain).map { DisplayWidth.of($0) }).count == 1)
    }

    @Test func `no line ends in blanks`() {
        var table = Table(("SERVICE", .left), ("RESULT", .left), ("DETAIL", .left))
        table.add("juice", "ok", "")
        table.add("calc", "", "")
        table.add("expo")
        #expect(table.lines(.plain) == ["SERVICE  RESULT  DETAIL", "juice    ok", "calc", "expo"])
    }

    @Test func `colours do not move columns`() {
        var table = Table(("A", .left), ("B", .right))
        table.add(.init("x", .good), .init("1", .bad))
        let plain = table.lines(.plain)
        let colored = table.lines(Palette(isOn: true))
        #expect(plain == ["A  B", "x  1"])
        #expect(colored[1] == "\u{1B}[32mx\u{1B}[0m  \u{1B}[31m1\u{1B}[0m")
    }

    @Test func `the last column is cut to the terminal`() {
        var table = Table(("SERVICE", .left), ("DETAIL", .left))
        table.add("juice", "0123456789012345678901234567890123456789")
        let lines = table.lines(.plain, columns: 24)
        #expect(lines[1] == "juice    01234567890123…")
        #expect(DisplayWidth.of(lines[1]) == 24)
    }

    @Test func `a terminal too narrow for the last column is left to wrap it`() {
        var table = Table(("SERVICE", .left), ("DETAIL", .left))
        table.add("juice", "0123456789")
        #expect(table.lines(.plain, columns: 10)[1] == "juice    0123456789")
    }

    private func products() -> Table {
        var table = Table(
            dropping: [4, 2],
            ("NO", .right),
            ("NAME", .left),
            ("PRICE", .right),
            ("KEY", .whole),
            ("VENDOR", .left)
        )
        table.add("7", "a crate of ripe mangoes", "KRW 12,000", "mango-crate", "the shop around the corner")
        return table
    }

    @Test func `names are cut first, the widest of them most`() {
        #expect(
            products().lines(.plain, columns: 70)[1]
                == " 7  a crate of ripe ma…  KRW 12,000  mango-crate  the shop around the…"
        )
    }

    @Test func `where cutting names is not enough, columns are left out`() {
        #expect(products().lines(.plain, columns: 50)[1] == " 7  a crate of ripe mang…  KRW 12,000  mango-crate")
        #expect(products().lines(.plain, columns: 34)[1] == " 7  a crate of ripe …  mango-crate")
    }

    @Test(arguments: 1...100)
    func `numbers and what has to be typed are whole or absent, however narrow`(columns: Int) {
        for line in products().lines(.plain, columns: columns) where !line.hasPrefix("NO") {
            #expect(line.contains("mango-crate"))
            #expect(line.contains("KRW 12,000") || !line.contains("KRW"))
            #expect(DisplayWidth.of(line) <= max(columns, 29))
        }
    }

    @Test(arguments: [
        ("a\u{1B}[31mb", "a\u{FFFD}[31mb"),
        ("a\nb\tc", "a b c"),
        ("\u{9B}31m", "\u{FFFD}31m"),
        ("a\u{202E}b", "a\u{FFFD}b"),
        ("딸바 🍓", "딸바 🍓"),
    ])
    func `what a service sends cannot command the terminal`(text: String, shown: String) {
        #expect(text.printable == shown)
        #expect(Table.Cell(text).text == shown)
    }
}
