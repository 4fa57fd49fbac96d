/// Why a formula was not evaluated.
package struct FormulaError: Error, Sendable, Hashable {
    /// The kinds of refusal.
    package enum Code: Sendable, Hashable {
        /// The text is no formula; `position` and `expected` say where and why.
        case syntax
        /// The text is longer than a formula may be.
        case tooLong
    }

    /// What can stand at a place; the raw value is its name for people.
    package enum Expectation: String, Sendable, Hashable, CaseIterable {
        /// A number, with or without a sign.
        case number = "a number"
        /// What must follow a sign.
        case digitOrDot = "a digit or a dot"
        /// What must follow a thousands comma, or a dot without a digit before it.
        case digit = "a digit"
        /// What must follow a complete number that does not end the formula.
        case `operator` = "an operator"
    }

    /// The kind of refusal.
    package let code: Code

    /// The character that cannot stand where it stands, counted in Unicode scalars from 0; the length of the formula when
    /// it ends too early; nil when it is too long.
    package let position: Int?

    /// What was expected there; nil when the formula is too long.
    package let expected: Expectation?

    static let tooLong = FormulaError(code: .tooLong, position: nil, expected: nil)

    static func syntax(at position: Int, expected: Expectation) -> FormulaError {
        FormulaError(code: .syntax, position: position, expected: expected)
    }
}

extension FormulaError: CustomStringConvertible {
    /// The refusal in one sentence, without a full stop.
    package var description: String {
        guard let position, let expected else { return "the formula is too long" }
        return "expected \(expected.rawValue) at character \(position)"
    }
}
