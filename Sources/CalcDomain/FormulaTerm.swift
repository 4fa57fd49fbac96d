/// A number of a formula together with the operator in front of it.
package struct FormulaTerm: Sendable, Hashable {
    /// The operator in front of the number; nil for the first.
    package let `operator`: ArithmeticOperator?

    /// The number, with its sign.
    package let operand: DecimalNumber

    /// A term of a formula.
    /// - Parameters:
    ///   - operator: the operator in front; nil for the first term.
    ///   - operand: the number.
    package init(operator: ArithmeticOperator?, operand: DecimalNumber) {
        self.operator = `operator`
        self.operand = operand
    }

    /// What the term makes of the value of those before it; for the first that is of no account.
    func apply(to value: DecimalNumber) -> DecimalNumber {
        `operator`?.apply(value, operand) ?? operand
    }
}

extension Sequence where Element == FormulaTerm {
    /// The value of the terms, computed in the order they stand in, without precedence; 0 when there are none.
    var leftToRightValue: DecimalNumber {
        reduce(.zero) { value, term in term.apply(to: value) }
    }
}
