import CalcDomain
import Platform
import Testing

@Suite struct `The state of the keypad` {
    @Test(arguments: 1...20 as ClosedRange<UInt64>) func `comes back as it went out, after any keys`(seed: UInt64)
        throws
    {
        var generator = SeededGenerator(seed: seed)
        var keypad = Keypad()
        for _ in 0..<400 {
            _ = keypad.press(generator.key())
            let restored = try Keypad(keypad.state)
            #expect(restored == keypad)
        }
    }

    @Test(arguments: [
        "1 + 2 = × 3", "10 ÷ 3 =", "1 ÷ 0 =", "1 +", "1 CE", "1 + 2 CE", "0 . 0 0 ⁺⁄₋", "9999999999999999 ⁺⁄₋ .",
        "0 . 000000000000000001 + 1", "1 ÷ 9999999999999999 = × 9999999999999999 = ÷ 7 =",
    ]) func `comes back as it went out`(keys: String) throws {
        let (keypad, _) = try pressed(keys)
        #expect(try Keypad(keypad.state) == keypad)
    }

    @Test func `comes back with the longest history and formula`() throws {
        var keypad = Keypad()
        for round in 0..<2 {
            try press([.clearEntry], on: &keypad)
            for _ in 0..<(Keypad.termLimit - round) {
                try press([.nine, .plus], on: &keypad)
            }
            #expect(try Keypad(keypad.state) == keypad)
            try press([.equals], on: &keypad)
            #expect(try Keypad(keypad.state) == keypad)
        }
    }

    @Test func `comes back with the largest numbers, which are shown beyond the range`() throws {
        let largest = try #require(DecimalNumber("9999999999999999999999999999999999E6111"))
        let rows = [KeypadRow(operator: "", operand: "1E+6145"), KeypadRow(operator: "×", operand: "1")]
        var keypad = try Keypad(KeypadState(typed: largest.description, isResult: true, history: rows))
        #expect(keypad.display == "1E+6145")
        try press([.minus, .one], on: &keypad)
        #expect(try Keypad(keypad.state) == keypad)
        try press([.equals], on: &keypad)
        #expect(keypad.value == largest)
        #expect(try Keypad(keypad.state) == keypad)
    }

    @Test func `comes back from an older version, which showed what was typed rounded`() throws {
        var (keypad, _) = try pressed("1 . 50 +")
        #expect(keypad.history.last?.operand == "1.50")
        var state = keypad.state
        state.history[0].operand = "1.5"
        keypad = try Keypad(state)
        try press([.two, .equals], on: &keypad)
        #expect(keypad.display == "3.5")
        state.history[0].operand = "1.51"
        #expect(throws: KeypadStateError.self) { try Keypad(state) }
    }

    @Test func `starts as its defaults`() throws {
        #expect(Keypad().state == KeypadState())
        #expect(try Keypad(KeypadState()) == Keypad())
    }

    @Test(arguments: [
        "", "-", "-0", "01", "1.2.3", "a", "+1", "1e5", "1,000", " 1", "12345678901234567", "-12345678901234567", "NaN",
        "0.0000000000000000001", "1234567891234567.8", "--1", "1-", ".5", "\u{661}", "1\u{301}", "-\u{301}",
    ]) func `is refused with a number nobody can type`(typed: String) {
        let error = #expect(throws: KeypadStateError.self) { try Keypad(KeypadState(typed: typed)) }
        #expect(error?.code == .notTyped)
        #expect(error?.pointer == "/typed")
    }

    @Test(arguments: Tampering.all) func `is refused when it was tampered with`(tampering: Tampering) throws {
        var state = try pressed(tampering.keys).keypad.state
        #expect(throws: Never.self) { try Keypad(state) }
        tampering.change(&state)
        let error = #expect(throws: KeypadStateError.self) { try Keypad(state) }
        #expect(error?.code == tampering.code)
        #expect(error?.pointer == tampering.pointer)
        #expect(error?.description == "\(tampering.pointer) \(tampering.code.rawValue)")
    }

    @Test(arguments: 1...8 as ClosedRange<UInt64>)
    func `that was accepted stays one, whatever was done to it before`(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        var acceptedCount = 0
        for _ in 0..<400 {
            var keypad = Keypad()
            for _ in 0..<Int.random(in: 0...15, using: &generator) { _ = keypad.press(generator.key()) }
            var state = keypad.state
            Tampering.random(&state, using: &generator)
            guard var restored = try? Keypad(state) else { continue }
            acceptedCount += 1
            #expect(restored.state == state)
            for _ in 0..<15 { _ = restored.press(generator.key()) }
            #expect(restored.display.utf8.count <= 32)
            let again = try Keypad(restored.state)
            #expect(again == restored)
        }
        #expect((1..<400).contains(acceptedCount))
    }
}

/// A change to the state after some keys that no keys can bring about, and how it is refused.
struct Tampering: Sendable, CustomTestStringConvertible {
    let keys: String
    let code: KeypadStateError.Code
    let pointer: String
    let change: @Sendable (inout KeypadState) -> Void

    var testDescription: String { "\(keys): \(pointer) \(code.rawValue)" }

    init(
        _ keys: String,
        _ code: KeypadStateError.Code,
        _ pointer: String,
        _ change: @escaping @Sendable (inout KeypadState) -> Void
    ) {
        self.keys = keys
        self.code = code
        self.pointer = pointer
        self.change = change
    }

    static let all: [Tampering] = [
        Tampering("1 + 2", .notOperator, "/operator") { $0.operator = "%" },
        Tampering("1 + 2", .notOperator, "/operator") { $0.operator = "-" },
        Tampering("1 + 2", .misplacedOperator, "/operator") { $0.operator = "" },
        Tampering("1", .misplacedOperator, "/operator") { $0.operator = "+" },
        Tampering("1 + 2 =", .misplacedOperator, "/operator") { $0.operator = "+" },
        Tampering("1", .contradiction, "/isTyped") { $0.isTyped = false },
        Tampering("", .contradiction, "/isTyped") { $0.isTyped = false },
        Tampering("1 + 2", .contradiction, "/isTyped") { $0.isTyped = false },
        Tampering("1 + 2 =", .contradiction, "/isTyped") { $0.isTyped = false },
        Tampering("1 + 2", .contradiction, "/isResult") { $0.isResult = true },
        Tampering("1", .contradiction, "/isResult") { $0.isResult = true },
        Tampering("1 + 2 =", .notExact, "/typed") { $0.typed = "3.0" },
        Tampering("1 + 2 =", .notExact, "/typed") { $0.typed = "1E3" },
        Tampering("1 + 2 =", .notExact, "/typed") { $0.typed = "-0" },
        Tampering("1 + 2 =", .notExact, "/typed") { $0.typed = "3,000" },
        Tampering("1 + 2 =", .notExact, "/typed") { $0.typed = "Infinity" },
        Tampering("1 + 2 =", .notExact, "/typed") { $0.typed = "12345678901234567890123456789012345" },
        Tampering("1 ÷ 0 =", .notTyped, "/typed") { $0.isResult = false },
        Tampering("1 + 2 + 3", .contradiction, "/history/0") { $0.terms[0].operand = "5" },
        Tampering("1 + 2 + 3", .notExact, "/terms/0/operand") { $0.terms[0].operand = "1.0" },
        Tampering("1 + 2 + 3", .notTyped, "/terms/1/operand") { $0.terms[1].operand = "12345678901234567" },
        Tampering("1 + 2 + 3", .notTyped, "/terms/1/operand") { $0.terms[1].operand = "NaN" },
        Tampering("1 + 2 + 3", .notExact, "/terms/1/operand") { $0.terms[1].operand = "2.50" },
        Tampering("1 + 2 + 3", .notOperator, "/terms/1/operator") { $0.terms[1].operator = "plus" },
        Tampering("1 + 2 + 3", .misplacedOperator, "/terms/1/operator") { $0.terms[1].operator = "" },
        Tampering("1 + 2 + 3", .misplacedOperator, "/terms/0/operator") { $0.terms[0].operator = "+" },
        Tampering("1 + 2 + 3", .contradiction, "/history/1") { $0.terms[1].operator = "×" },
        Tampering("1 + 2 + 3", .contradiction, "/history") { $0.history.removeFirst() },
        Tampering("1 + 2 + 3", .contradiction, "/history/1") { $0.history[1].operand = "9" },
        Tampering("1 + 2 + 3", .misplacedOperator, "/operator") {
            $0.terms = []; $0.history = []
        },
        Tampering("1 + 2 =", .contradiction, "/isResult") { $0.history = [] },
        Tampering("1 + 2 =", .notDisplayed, "/history/0/operand") { $0.history[0].operand = "one" },
        Tampering("1 + 2 =", .notDisplayed, "/history/0/operand") { $0.history[0].operand = "1000" },
        Tampering("1 + 2 =", .notDisplayed, "/history/1/operand") { $0.history[1].operand = "02" },
        Tampering("1 + 2 =", .notDisplayed, "/history/1/operand") { $0.history[1].operand = "1,00" },
        Tampering("1 + 2 =", .notDisplayed, "/history/1/operand") { $0.history[1].operand = "1.0000000000000000001" },
        Tampering("1 + 2 =", .notOperator, "/history/1/operator") { $0.history[1].operator = "^" },
        Tampering("1 + 2 =", .misplacedOperator, "/history/0/operator") { $0.history[0].operator = "+" },
        Tampering("1 + 2 =", .misplacedOperator, "/history/1/operator") { $0.history[1].operator = "" },
        Tampering("1 + 2 =", .misplacedOperator, "/history/0/operator") {
            $0.history.removeFirst(); $0.history += $0.history
        },
        Tampering("1 + 2 = + 4 =", .misplacedOperator, "/history/3/operator") { $0.history[3].operator = "" },
        Tampering("1 + 2 =", .tooMany, "/history") {
            $0.history += Array(repeating: KeypadRow(operator: "+", operand: "1"), count: Keypad.historyLimit)
        },
        Tampering("1 + 2", .tooMany, "/terms") {
            $0.terms += Array(repeating: KeypadRow(operator: "+", operand: "1"), count: Keypad.termLimit)
        },
    ]

    private static let texts = [
        "", "0", "-0", "1", "NaN", "1,000", "1E+21", "-12.5", "1.", "+", "−", "×", "a", "0.", "00",
    ]

    /// Changes one member, or drops or repeats a row.
    static func random(_ state: inout KeypadState, using generator: inout SeededGenerator) {
        let text = texts.randomElement(using: &generator) ?? ""
        let term = state.terms.indices.randomElement(using: &generator)
        let row = state.history.indices.randomElement(using: &generator)
        switch Int.random(in: 0..<10, using: &generator) {
        case 0: state.typed = text
        case 1: state.operator = text
        case 2: state.isResult.toggle()
        case 3: state.isTyped.toggle()
        case 4: if let term { state.terms[term].operand = text }
        case 5: if let term { state.terms[term].operator = text }
        case 6: if let row { state.history[row].operand = text }
        case 7: if let row { state.history[row].operator = text }
        case 8: if let row { state.history.remove(at: row) }
        default: if let row { state.history.insert(state.history[row], at: row) }
        }
    }
}
