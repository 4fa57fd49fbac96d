/// A key of the keypad; its raw value is its label.
package enum KeypadKey: String, Sendable, Hashable, CaseIterable {
    /// The digit 0.
    case zero = "0"
    /// The digit 1.
    case one = "1"
    /// The digit 2.
    case two = "2"
    /// The digit 3.
    case three = "3"
    /// The digit 4.
    case four = "4"
    /// The digit 5.
    case five = "5"
    /// The digit 6.
    case six = "6"
    /// The digit 7.
    case seven = "7"
    /// The digit 8.
    case eight = "8"
    /// The digit 9.
    case nine = "9"
    /// Two zeros at once.
    case doubleZero = "00"
    /// The decimal point.
    case dot = "."
    /// Changes the sign of the number being typed.
    case sign = "\u{207A}\u{2044}\u{208B}"
    /// The operator +.
    case plus = "+"
    /// The operator −.
    case minus = "\u{2212}"
    /// The operator ×.
    case times = "\u{D7}"
    /// The operator ÷.
    case dividedBy = "\u{F7}"
    /// Computes the formula.
    case equals = "="
    /// Clears the number or the result on display.
    case clearEntry = "CE"
    /// Clears everything.
    case allClear = "AC"

    /// The key that may be spelled so: its label, a spelling of its operator, or `±` or `+/-` for the sign key.
    /// - Parameter spelling: the spelling alone, case-sensitive.
    package init?(spelling: String) {
        switch spelling {
        case "\u{B1}", "+/-": self = .sign
        default:
            let label = ArithmeticOperator(spelling: spelling)?.rawValue ?? spelling
            self.init(rawValue: label)
        }
    }
}

/// An operator and the operand behind it, as text: a row of the history, or a term of the formula being keyed in.
package struct KeypadRow: Sendable, Hashable {
    /// The glyph of the operator; empty for the first operand of a formula.
    package var `operator`: String

    /// The operand: as a display shows it in a history row, exact plain decimal text in a term.
    package var operand: String

    /// A row.
    /// - Parameters:
    ///   - operator: the glyph of the operator; empty for the first operand.
    ///   - operand: the operand's text.
    package init(operator: String, operand: String) {
        self.operator = `operator`
        self.operand = operand
    }
}

/// Where the keys of the keypad are.
package enum KeypadLayout {
    /// The keys, row by row from the top, each row from the left.
    package static let rows: [[KeypadKey]] = [
        [.allClear, .clearEntry, .sign, .dividedBy],
        [.seven, .eight, .nine, .times],
        [.four, .five, .six, .minus],
        [.one, .two, .three, .plus],
        [.zero, .doubleZero, .dot, .equals],
    ]
}
