/// One of the four operators; its raw value is the glyph it is shown with.
package enum ArithmeticOperator: String, Sendable, Hashable, CaseIterable {
    /// Adds; U+002B.
    case plus = "+"
    /// Subtracts; U+2212.
    case minus = "\u{2212}"
    /// Multiplies; U+00D7.
    case times = "\u{D7}"
    /// Divides; U+00F7.
    case dividedBy = "\u{F7}"

    /// The operator that may be spelled so: its glyph, or the letter of a keyboard, `-`, `*`, `x`, `/`.
    /// - Parameter spelling: the glyph or letter alone.
    package init?(spelling: String) {
        switch spelling {
        case "-": self = .minus
        case "*", "x": self = .times
        case "/": self = .dividedBy
        default: self.init(rawValue: spelling)
        }
    }

    /// The result for two operands, rounded half to even to 34 digits.
    package func apply(to left: DecimalNumber, and right: DecimalNumber) -> DecimalNumber {
        switch self {
        case .plus: left.adding(right)
        case .minus: left.subtracting(right)
        case .times: left.multiplied(by: right)
        case .dividedBy: left.divided(by: right)
        }
    }
}
