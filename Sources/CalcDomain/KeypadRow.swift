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
