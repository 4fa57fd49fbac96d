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
    /// - Parameters:
    ///   - text: the formula.
    ///   - limits: how long it may be.
    /// - Throws: `FormulaError` with the first character that cannot stand where it stands.
    package init(_ text: String, limits: FormulaLimits = FormulaLimits()) throws(FormulaError) {
        var parser = try FormulaParser(text.utf8Span, limits)
        var terms: [FormulaTerm] = []
        while let term = try parser.next() { terms.append(term) }
        self.terms = terms
    }

    /// The ``value`` of a formula, computed while it is read; for those who do not need its terms.
    ///
    /// - Parameters:
    ///   - text: the formula.
    ///   - limits: how long it may be.
    /// - Throws: `FormulaError`, as reading it does.
    package static func value(
        of text: UTF8Span,
        limits: FormulaLimits = FormulaLimits()
    ) throws(FormulaError) -> DecimalNumber {
        var parser = try FormulaParser(text, limits)
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
