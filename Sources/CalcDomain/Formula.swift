/// A formula of decimal numbers and the four operators, which is evaluated in the order it is typed.
///
/// `2+3*3-1` is 14: there is no precedence and there are no brackets.
///
/// The operators are `+`, `−`, `×`, `÷`, and `-`, `*`, `x`, `/` for those not on a keyboard. A minus directly before a
/// number, at the start or behind an operator, is the number's sign. Spaces (U+0020) between tokens mean nothing. `.5`
/// and `5.` are numbers; commas may stand in the integer part of a number if they stand before every third digit.
package struct Formula: Sendable, Hashable {
    /// The terms in the order typed; at least one, the first of them without an operator.
    package let terms: [FormulaTerm]

    /// Reads a formula strictly.
    ///
    /// Numbers of more than 34 significant digits are rounded half to even.
    /// - Throws: `FormulaError` with the first character that is not allowed in its place.
    package init(_ text: String, limits: FormulaLimits = FormulaLimits()) throws(FormulaError) {
        var parser = try FormulaParser(text.utf8Span, limits: limits)
        var terms: [FormulaTerm] = []
        while let term = try parser.next() { terms.append(term) }
        self.terms = terms
    }

    /// The ``value`` of a formula, computed while it is read; for those who do not need its terms.
    ///
    /// - Throws: `FormulaError`, as reading it does.
    package static func value(
        of text: UTF8Span,
        limits: FormulaLimits = FormulaLimits()
    ) throws(FormulaError) -> DecimalNumber {
        var parser = try FormulaParser(text, limits: limits)
        var value = DecimalNumber.zero
        while let term = try parser.next() { value = term.apply(to: value) }
        return value
    }

    /// The value: the operators applied from left to right, each result rounded half to even to 34 digits.
    ///
    /// A division by zero, or a result beyond the range, is NaN, and so is everything computed from it.
    package var value: DecimalNumber {
        terms.leftToRightValue
    }
}

/// Why a formula was not evaluated.
package struct FormulaError: Error, Sendable, Hashable {
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

    /// The character that is not allowed in its place, counted in Unicode scalars from 0; the length of the formula when
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

/// How long a formula may be.
package struct FormulaLimits: Sendable, Hashable {
    /// The most bytes of UTF-8.
    package var bytes: Int

    /// The most tokens: an operator is one, a number with its sign is one.
    package var tokens: Int

    /// The limits; the defaults are the service's.
    /// - Parameters:
    ///   - bytes: the most bytes of UTF-8.
    ///   - tokens: the most numbers and operators.
    package init(bytes: Int = 65_536, tokens: Int = 10_000) {
        self.bytes = bytes
        self.tokens = tokens
    }
}
