/// Everything a keypad remembers, as plain values that a caller can keep and bring back.
///
/// Anybody can make one up; `Keypad.init(_:)` says whether it is the state of a keypad.
package struct KeypadState: Sendable, Hashable {
    /// The number as typed, without commas; or, when a result is shown, its exact value as plain decimal text or `NaN`.
    package var typed: String

    /// The glyph of the operator in front of the number; empty when there is none.
    package var `operator`: String

    /// The terms of the formula so far.
    package var terms: [KeypadRow]

    /// Whether a result is shown.
    package var isResult: Bool

    /// Whether a `0` on display counts as typed, so that an operator takes it; true for every other number.
    package var isTyped: Bool

    /// The operators and operands of all formulas since the last `AC`, oldest first; the last `Keypad.historyLimit`.
    package var history: [KeypadRow]

    /// A state; the defaults are the start.
    /// - Parameters:
    ///   - typed: the number on display without commas.
    ///   - operator: the glyph of the operator in front of it.
    ///   - terms: the terms so far.
    ///   - isResult: whether a result is shown.
    ///   - isTyped: whether the number counts as typed.
    ///   - history: the history rows.
    package init(
        typed: String = "0",
        operator: String = "",
        terms: [KeypadRow] = [],
        isResult: Bool = false,
        isTyped: Bool = true,
        history: [KeypadRow] = []
    ) {
        self.typed = typed
        self.operator = `operator`
        self.terms = terms
        self.isResult = isResult
        self.isTyped = isTyped
        self.history = history
    }
}
