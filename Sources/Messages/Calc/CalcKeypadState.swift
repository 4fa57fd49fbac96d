/// Everything a keypad remembers: the caller of `calc.press` keeps it and brings it back.
///
/// Reading one says nothing about whether a keypad can be in it; the service decides that.
package struct CalcKeypadState: SuiteMessage {
    package var typed = ""
    package var `operator` = ""
    package var terms: [CalcKeypadRow] = []
    package var isResult = false
    package var isTyped = false
    package var history: [CalcKeypadRow] = []

    package init() {}

    package mutating func members(_ members: inout Members) {
        members(
            "typed",
            &typed,
            .anyText,
            "The number as typed, without commas; when a result is shown, its exact value or NaN."
        )
        members("operator", &`operator`, .anyText, "The operator in front of that number; empty when there is none.")
        members("terms", &terms, .list(of: .message), "The terms of the formula so far.")
        members("isResult", &isResult, .boolean, "Whether a result is shown.")
        members("isTyped", &isTyped, .boolean, "Whether a 0 on display counts as typed; true for every other number.")
        members("history", &history, .list(of: .message), "The rows of all formulas since the last AC, oldest first.")
    }
}

/// An operator and the operand behind it: a row of the history, or a term of the formula being keyed in.
package struct CalcKeypadRow: SuiteMessage {
    package var `operator` = ""
    package var operand = ""

    package init() {}
    package init(operator: String, operand: String) { (self.operator, self.operand) = (`operator`, operand) }

    package mutating func members(_ members: inout Members) {
        members("operator", &`operator`, .anyText, "The operator's glyph; empty for the first operand of a formula.")
        members(
            "operand",
            &operand,
            .anyText,
            "In the history, the operand as the display shows it; in a term, its exact value as plain decimal text."
        )
    }
}
