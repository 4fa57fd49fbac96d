import Messages
import Platform
import Testing

@testable import Gateway
@testable import Terminal

@Suite struct KeypadTests {
    @Test(
        arguments: [
            ("0123456789.+=", "0 1 2 3 4 5 6 7 8 9 . + ="),
            ("-*/xX", "− × ÷ × ×"),
            ("−×÷±", "− × ÷ ⁺⁄₋"),
            ("\r\n", "= ="),
            ("\u{7F}\u{8}\u{1B}[3~", "CE CE CE"),
            ("cCnN", "AC AC ⁺⁄₋ ⁺⁄₋"),
            ("a딸 \t%", ""),
            ("\u{1B}5", "AC 5"),
            ("\u{1B}\u{1B}[3~", "AC CE"),
            ("\u{1B}[1;5C7", "7"),
            ("\u{1B}[\u{7F}7", "CE 7"),
            ("\u{1B}OM\u{1B}Oq\u{1B}Oj", "= 1 ×"),
            ("\u{1B}OP7", "7"),
        ]
    )
    func `keys of the keyboard are keys of the keypad`(typed: String, labels: String) {
        var decoder = KeyDecoder()
        let inputs = decoder.take(Array(typed.utf8))
        #expect(inputs == labels.split(separator: " ").map { .key(String($0)) })
        #expect(!decoder.isWaiting)
        // However slowly it comes.
        var slow = KeyDecoder()
        #expect(typed.utf8.flatMap { slow.take([$0]) } == inputs)
    }

    @Test func `Escape is AC as soon as nothing follows`() {
        var decoder = KeyDecoder()
        #expect(decoder.take([0x1B]).isEmpty)
        #expect(decoder.isWaiting)
        #expect(decoder.finish() == [.key("AC")])
        #expect(!decoder.isWaiting)
        #expect(decoder.finish().isEmpty)
    }

    @Test func `arrows move through the history, q and control-D end`() {
        var decoder = KeyDecoder()
        #expect(
            decoder.take(Array("\u{1B}[A\u{1B}OB\u{1B}[5~\u{1B}[6~qQ\u{4}".utf8)) == [
                .scroll(1), .scroll(-1), .page(1), .page(-1), .quit, .quit, .quit,
            ]
        )
    }

    @Test func `whatever comes, it is taken or passed over`() {
        var decoder = KeyDecoder()
        for first in 0...255 as ClosedRange<UInt8> {
            for second in 0...255 as ClosedRange<UInt8> {
                _ = decoder.take([0x1B, 0x5B, first, second])
                _ = decoder.take([first, second])
                _ = decoder.finish()
                #expect(!decoder.isWaiting)
            }
        }
        _ = decoder.take([0x1B, 0x5B] + [UInt8](repeating: 0x31, count: 100))
        #expect(!decoder.isWaiting)
    }

    @Test func `keys typed while a call is in flight go with the next, in order`() {
        let (first, second) = (state("1"), state("2"))
        var queue = PressQueue(state: first)
        #expect(queue.next() == nil)
        queue.press("1")
        #expect(queue.next() == CalcPressParams(keys: ["1"], state: first))
        queue.press("+")
        queue.press("2")
        #expect(queue.next() == nil)
        #expect(queue.isInFlight)
        queue.ended(with: second)
        #expect(queue.next() == CalcPressParams(keys: ["+", "2"], state: second))
        queue.ended(with: second)
        #expect(queue.next() == nil)
        #expect(!queue.isInFlight)
    }

    @Test func `no call has more keys than one may have, and none is lost`() {
        var queue = PressQueue(state: state("0"))
        let typed = (0..<1_024).map { "\($0)" }
        for key in typed {
            #expect(queue.hasRoom)
            queue.press(key)
        }
        #expect(!queue.hasRoom)
        var pressed: [String] = []
        while let params = queue.next() {
            #expect(params.keys.count <= CalcPressParams.maxKeys)
            pressed += params.keys
            queue.ended(with: state("0"))
        }
        #expect(pressed == typed)
    }

    private func state(_ typed: String, isResult: Bool = false) -> CalcKeypadState {
        CalcKeypadState { ($0.typed, $0.isResult, $0.isTyped) = (typed, isResult, true) }
    }

    private func result(rows: Int = 2, isResult: Bool = true, accepted: Bool = true) -> CalcPressResult {
        CalcPressResult {
            $0.state = state("-1234567", isResult: isResult)
            $0.display = "-1,234,567"
            $0.operator = isResult ? "" : "÷"
            $0.history = (0..<rows).map { CalcKeypadRow(operator: $0 == 0 ? "" : "+", operand: "\($0 + 1)") }
            $0.accepted = [accepted]
        }
    }

    private let labels = [
        ["AC", "CE", "⁺⁄₋", "÷"], ["7", "8", "9", "×"], ["4", "5", "6", "−"], ["1", "2", "3", "+"],
        ["0", "00", ".", "="],
    ]

    @Test func `a terminal of 24 lines shows everything`() {
        let screen = KeypadScreen(labels: labels, result: result())
        let lines = screen.lines(in: TerminalSize(rows: 24, columns: 80), texts: .english, palette: .plain)
        #expect(lines.count == 24)
        #expect(lines[8] == "│                                     1 │")
        #expect(lines[9] == "│ +                                   2 │")
        #expect(lines[11] == "│ =                          -1,234,567 │")
        #expect(lines[13] == "│   AC    │   CE    │   ⁺⁄₋   │    ÷    │")
        #expect(lines[21] == "│    0    │   00    │    .    │    =    │")
        #expect(lines[22] == "└─────────┴─────────┴─────────┴─────────┘")
    }

    @Test(arguments: [1, 2, 3, 5, 6, 7, 11, 12, 13, 17, 18, 24, 60], [1, 2, 10, 20, 21, 25, 41, 80, 200])
    func `no terminal is too small or too large`(rows: Int, columns: Int) {
        for result in [result(), result(rows: 100), result(rows: 0, isResult: false)] {
            let screen = KeypadScreen(labels: labels, result: result)
            let lines = screen.lines(in: TerminalSize(rows: rows, columns: columns), texts: .korean, palette: .plain)
            #expect((1...rows).contains(lines.count))
            #expect(lines.allSatisfy { DisplayWidth.of($0) <= max(columns, 2) })
            // What it is all about is there whatever is left out.
            if columns >= 16 { #expect(lines.contains { $0.contains("-1,234,567") }) }
            if rows >= 12, columns >= 21 { #expect(lines.contains { $0.contains("00") }) }
        }
    }

    @Test func `the history shows its end and scrolls to its beginning`() {
        var screen = KeypadScreen(labels: labels, result: result(rows: 30))
        let size = TerminalSize(rows: 24, columns: 80)
        func numbers() -> [Int] {
            screen.lines(in: size, texts: .english, palette: .plain)[1...screen.visibleRows(size)].compactMap { line in
                Int(line.filter(\.isNumber))
            }
        }
        #expect(numbers() == Array(22...30))
        screen.scroll(by: 3)
        #expect(numbers() == Array(19...27))
        #expect(screen.lines(in: size, texts: .english, palette: .plain)[0].contains("↑ 18"))
        #expect(screen.lines(in: size, texts: .english, palette: .plain)[10].contains("↓ 3"))
        screen.scroll(by: 1_000)
        #expect(numbers() == Array(1...9))
        screen.scroll(by: -1_000)
        #expect(numbers() == Array(22...30))
        screen.scroll(by: 5)
        screen.show(result(rows: 31), after: "+")
        #expect(numbers() == Array(23...31))
    }

    @Test func `the key that was pressed is marked, and otherwise if it did nothing`() {
        let size = TerminalSize(rows: 24, columns: 80)
        var screen = KeypadScreen(labels: labels, result: result())
        screen.show(result(), after: "7")
        #expect(
            screen.lines(in: size, texts: .english, palette: Palette(isOn: true))[15].contains(
                "\u{1B}[7m    7    \u{1B}[0m"
            )
        )
        screen.show(result(accepted: false), after: "7")
        #expect(
            screen.lines(in: size, texts: .english, palette: Palette(isOn: true))[15].contains(
                "\u{1B}[33m    7    \u{1B}[0m"
            )
        )
    }

    @Test func `keys on their way are spoken of`() {
        let size = TerminalSize(rows: 24, columns: 80)
        var screen = KeypadScreen(labels: labels, result: result())
        #expect(screen.lines(in: size, texts: .korean, palette: .plain).last?.contains("q 끝") == true)
        screen.isWaiting = true
        #expect(screen.lines(in: size, texts: .korean, palette: .plain).last == "계산 중…")
    }

    @Test func `a service cannot draw on the terminal itself`() {
        var hostile = result()
        hostile.display = "\u{1B}[2J\n"
        hostile.history = [CalcKeypadRow(operator: "\u{1B}]0;x\u{7}", operand: "\u{9B}31m")]
        let screen = KeypadScreen(labels: [["\u{1B}[2J", "\r\n"]], result: hostile)
        for rows in [3, 24] {
            let lines = screen.lines(in: TerminalSize(rows: rows, columns: 80), texts: .english, palette: .plain)
            #expect(lines.allSatisfy { $0 == $0.printable })
        }
    }
}
