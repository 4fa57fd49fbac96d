import Messages
import Platform
import Testing

@testable import Gateway
@testable import Terminal

@Suite struct FormulaTests {
    @Test(
        arguments: [
            (["1+2\n3"], ["1+2", "3"]),
            (["1+2\r\n3\r\n"], ["1+2", "3"]),
            (["1", "+2\r", "\n", "3"], ["1+2", "3"]),
            (["\n\n"], ["", ""]),
            (["1\n\n2\n"], ["1", "", "2"]),
            (["1\r2\n"], ["1\r2"]),
            (["5 ", "÷ 3"], ["5 ÷ 3"]),
            ([], []),
            ([""], []),
        ] as [([String], [String])]
    )
    func `every line is a formula, without its end`(pieces: [String], lines: [String]) {
        var splitter = LineSplitter(maxLineBytes: 100)
        var result = pieces.flatMap { splitter.take(Array($0.utf8)) }
        if let last = splitter.finish() { result.append(last) }
        #expect(result == lines.map { Array($0.utf8) })
        #expect(splitter.finish() == nil)
    }

    @Test func `a character may come in pieces`() {
        var splitter = LineSplitter(maxLineBytes: 100)
        let lines = Array("8÷0\n".utf8).flatMap { splitter.take([$0]) }
        #expect(lines == [Array("8÷0".utf8)])
    }

    @Test func `a line without end is not kept without end`() {
        var splitter = LineSplitter(maxLineBytes: 100_000)
        for _ in 0..<10 { #expect(splitter.take([UInt8](repeating: 0x31, count: 65_536)).isEmpty) }
        #expect(splitter.take(Array("\n2\n".utf8)).map(\.count) == [100_000, 1])
        #expect(splitter.taken == 10 * 65_536 + 3)
        splitter = LineSplitter(maxLineBytes: 100)
        let long = [0xEF, 0xBB, 0xBF] + [UInt8](repeating: 0x31, count: 200)
        #expect(splitter.take(long + [0x0A]).map(\.count) == [100])
    }

    @Test(arguments: 0..<20 as Range<UInt64>)
    func `answers come out in the order of the questions, and never too many are held`(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        var window = OrderedWindow<Int>(limit: 5)
        var inFlight: [Int] = []
        var taken: [Int] = []
        for _ in 0..<500 {
            if window.hasRoom, Bool.random(using: &random) || inFlight.isEmpty {
                inFlight.append(window.ask())
            } else if let place = inFlight.indices.randomElement(using: &random) {
                let number = inFlight.remove(at: place)
                window.answer(number, with: number * 10)
            }
            while let (number, answer) = window.take() {
                #expect(answer == number * 10)
                taken.append(number)
            }
            #expect((inFlight.max() ?? 0) - (taken.last ?? -1) <= 5)
        }
        #expect(taken.count > 100)
        #expect(taken == Array(0..<taken.count))
    }

    @Test(arguments: [
        ("1.2.3", 3, "  1.2.3", "     ^"),
        ("5+", 2, "  5+", "    ^"),
        ("", 0, "  ", "  ^"),
        ("1 원", 2, "  1 원", "    ^"),
        ("원x", 1, "  원x", "    ^"),
        ("1\t\u{1B}[2J", 2, "  1 \u{FFFD}[2J", "    ^"),
        ("12", 99, "  12", "    ^"),
        ("12", -1, "  12", "  ^"),
    ])
    func `the caret stands under the fault`(formula: String, position: Int, text: String, caret: String) {
        #expect(FormulaCaret.lines(formula, position: position, columns: 80) == [text, caret])
    }

    @Test(arguments: [0, 10, 30, 500, 5_000, 9_990, 9_999, 10_000], [12, 40, 80])
    func `of a long formula the part around the fault is shown`(position: Int, columns: Int) throws {
        let formula = String((0..<10_000).map { $0 == position ? "x" : Character("\($0 % 10)") })
        let lines = FormulaCaret.lines(formula, position: position, columns: columns)
        #expect(DisplayWidth.of(lines[0]) <= columns)
        #expect(lines[1].utf8.count <= columns)
        let under = Array(lines[0])[lines[1].utf8.count - 1 < lines[0].count ? lines[1].utf8.count - 1 : 0]
        if position < 10_000 { #expect(under == "x") }
    }

    private func syntaxError() -> RPCError {
        var error = RPCError(.syntaxError, "expected an operator at character 3")
        error.position = 3
        error.expected = "an operator"
        return error
    }

    @Test func `a refused formula says what was expected, and where`() {
        #expect(
            Texts.english.formulaRefusal(syntaxError(), of: "1.2.3", columns: 80, palette: .plain) == [
                "error: expected an operator at character 4", "  1.2.3", "     ^",
            ]
        )
        #expect(
            Texts.korean.formulaRefusal(syntaxError(), of: "1.2.3", line: 7, columns: 80, palette: .plain) == [
                "오류: 7번째 줄: 식이 올바르지 않습니다: 연산자가 와야 합니다", "  1.2.3", "     ^",
            ]
        )
    }

    @Test func `a line that is refused for another reason is named too`() {
        let error = RPCError(.formulaTooLong, "at most 10 000 tokens")
        #expect(
            Texts.english.formulaRefusal(error, of: "1", line: 2, columns: 80, palette: .plain) == [
                "error: line 2: at most 10 000 tokens"
            ]
        )
    }

    @Test(
        arguments: [
            (["AC", "12+3="], ["AC", "1", "2", "+", "3", "="]),
            (["1 + 2 CE"], ["1", "+", "2", "CE"]),
            (["00", "+/-", "100"], ["00", "+/-", "1", "0", "0"]),
            (["⁺⁄₋", "÷"], ["⁺⁄₋", "÷"]),
            (["ce"], ["c", "e"]),
            (["", " "], []),
        ] as [([String], [String])]
    )
    func `a word is a key or a key per character`(words: [String], keys: [String]) {
        #expect(KeyWords.keys(words, known: ["AC", "CE", "⁺⁄₋", "00", "+/-", "1", "2", "3", "+", "÷", "="]) == keys)
    }

    @Test func `pressed keys are shown as rows that line up`() {
        let result = CalcPressResult {
            $0.state = CalcKeypadState { ($0.typed, $0.isResult, $0.isTyped) = ("-1", true, true) }
            $0.display = "-1"
            $0.history = [
                CalcKeypadRow(operator: "", operand: "1,234"), CalcKeypadRow(operator: "−", operand: "1,235"),
            ]
        }
        #expect(CalcPressCommand.lines(result, palette: .plain) == ["  1,234", "− 1,235", "=    -1"])
    }
}
