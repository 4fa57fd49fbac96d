/// Everything a keypad remembers, as plain values that a caller can keep and bring back.
///
/// Anybody can make one up; `Keypad.init(_:)` says whether it is the state of a keypad.
public struct KeypadState: Sendable, Hashable {
    /// The number as typed, without commas; or, when a result is shown, its exact value as plain decimal text or `NaN`.
    public var typed: String

    /// The glyph of the operator in front of the number; empty when there is none.
    public var `operator`: String

    /// The terms of the formula so far.
    public var terms: [KeypadRow]

    /// Whether a result is shown.
    public var isResult: Bool

    /// Whether a `0` on display counts as typed, so that an operator takes it; true for every other number.
    public var isTyped: Bool

    /// The operators and operands of all formulas since the last `AC`, oldest first; the last `Keypad.historyLimit`.
    public var history: [KeypadRow]

    /// A state; the defaults are the start.
    /// - Parameters:
    ///   - typed: the number on display without commas.
    ///   - operator: the glyph of the operator in front of it.
    ///   - terms: the terms so far.
    ///   - isResult: whether a result is shown.
    ///   - isTyped: whether the number counts as typed.
    ///   - history: the history rows.
    public init(
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
