import CalcDomain
import Platform
import Testing

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
        Tampering("1 + 2 =", .notDisplayed, "/history/1/operand") { $0.history[1].operand = "2.0" },
        Tampering("1 + 2 =", .notDisplayed, "/history/1/operand") { $0.history[1].operand = "1,00" },
        Tampering("1 + 2 =", .notDisplayed, "/history/1/operand") { $0.history[1].operand = "1.0000000000000001" },
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
