import CalcDomain
import Testing

@Suite struct `Formula syntax` {
    @Test(
        arguments: [
            // Empty, or ended too early.
            ("", 0, .number), ("   ", 3, .number), ("1+", 2, .number), ("1 + ", 4, .number), ("5 −", 3, .number),
            ("-", 1, .digitOrDot), ("5 − -", 5, .digitOrDot), (".", 1, .digit), ("-.", 2, .digit), ("1,", 2, .digit),
            ("1,23", 4, .digit),
            // Two operators in a row.
            ("1++2", 2, .number), ("1×÷2", 2, .number), ("+1", 0, .number), ("×2", 0, .number), ("--5", 1, .digitOrDot),
            ("5---3", 3, .digitOrDot), ("5 − - 3", 5, .digitOrDot), ("- 5", 1, .digitOrDot), ("5-+3", 2, .number),
            ("−−5", 1, .digitOrDot), ("-×5", 1, .digitOrDot),
            // Unknown characters.
            ("1e5", 1, .operator), ("1E5", 1, .operator), ("a", 0, .number), ("1+a", 2, .number),
            ("1+-a", 3, .digitOrDot),
            ("(1+2)", 0, .number), ("1X2", 1, .operator), ("1+2)", 3, .operator), ("1\t+2", 1, .operator),
            ("1+2\n", 3, .operator), ("\u{661}", 0, .number), ("1\u{A0}+2", 1, .operator), ("NaN", 0, .number),
            ("1+2=", 3, .operator), ("\u{0}", 0, .number), ("1\u{0}", 1, .operator), ("\u{FEFF}1", 0, .number),
            // Malformed numbers.
            ("1.2.3", 3, .operator), ("1..2", 2, .operator), ("..5", 1, .digit), (".+3", 1, .digit), (". 5", 1, .digit),
            ("1 2", 2, .operator), ("1 .5", 2, .operator), ("5. 5", 3, .operator), ("1-.x", 3, .digit),
            // Thousands commas.
            (",5", 0, .number), ("-,5", 1, .digitOrDot), ("12,34", 5, .digit), ("12,34+1", 5, .digit),
            ("1234,567", 4, .operator), ("1,2345", 5, .operator), ("1,234567", 5, .operator), ("1,,234", 2, .digit),
            ("1,234,", 6, .digit), ("1, 234", 2, .digit), ("1,.5", 2, .digit), ("1.234,5", 5, .operator),
            ("1.,234", 2, .operator), (".5,678", 2, .operator), ("1,234,56", 8, .digit), ("1 ,234", 2, .operator),
            // A character is one Unicode scalar, however many bytes it has.
            ("5÷3×🍓", 4, .number), ("−1÷−2 é", 6, .operator), ("1\u{301}", 1, .operator), ("1\r\n", 1, .operator),
        ] as [(String, Int, FormulaError.Expectation)]
    )
    func `is refused at the first character that cannot stand there`(
        text: String,
        position: Int,
        expected: FormulaError.Expectation
    ) {
        let error = #expect(throws: FormulaError.self) { try Formula(text) }
        #expect(error?.code == .syntax)
        #expect(error?.position == position)
        #expect(error?.expected == expected)
    }

    @Test func `is explained in a sentence`() {
        let syntax = #expect(throws: FormulaError.self) { try Formula("1.2.3") }
        #expect(syntax?.description == "expected an operator at character 3")
        let long = #expect(throws: FormulaError.self) { try Formula(String(repeating: "1", count: 65_537)) }
        #expect(long?.description == "the formula is too long")
    }

    @Test func `allows 10 000 tokens and no more`() throws {
        let full = "1" + String(repeating: "+-1", count: 4_999) + "+"
        let atLimit = #expect(throws: FormulaError.self) { try Formula(full) }
        #expect(atLimit?.code == .syntax)
        #expect(atLimit?.position == full.utf8.count)
        let overLimit = #expect(throws: FormulaError.self) { try Formula(full + "1") }
        #expect(overLimit?.code == .tooLong)
        #expect(overLimit?.position == nil && overLimit?.expected == nil)
        #expect(try Formula(String(full.dropLast())).terms.count == 5_000)
        #expect(try Formula(full + "1", limits: FormulaLimits(tokens: 10_001)).terms.count == 5_001)
    }

    @Test func `allows 64 KiB and no more`() throws {
        #expect(try Formula(String(repeating: " ", count: 65_535) + "1").value.display == "1")
        #expect(try Formula("0." + String(repeating: "1", count: 65_534)).value.display == "0.111111111111111")
        for text in [String(repeating: " ", count: 65_536) + "1", String(repeating: "÷", count: 32_769)] {
            let error = #expect(throws: FormulaError.self) { try Formula(text) }
            #expect(error?.code == .tooLong)
        }
    }
}
