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

/// Why a state was refused: no sequence of keys leads to it.
package struct KeypadStateError: Error, Sendable, Hashable {
    /// What is wrong with a member; the raw value says it to people.
    package enum Code: String, Sendable, Hashable, CaseIterable {
        /// The text is no number that can be typed.
        case notTyped = "is no number that can be typed on the keypad"
        /// The text is no exact value in its one form.
        case notExact = "is no exact value as plain decimal text"
        /// The text is nothing a display shows.
        case notDisplayed = "is nothing the display shows"
        /// The text is no operator glyph.
        case notOperator = "is no operator"
        /// An operator is missing, or is where none can be.
        case misplacedOperator = "does not fit the operators and terms beside it"
        /// The flag contradicts the rest of the state.
        case contradiction = "contradicts the rest of the state"
        /// There are more rows than a keypad keeps.
        case tooMany = "has more rows than a keypad keeps"
    }

    /// What is wrong.
    package let code: Code

    /// The member, as a JSON pointer into the state with the member names of ``KeypadState``: `/terms/3/operand`.
    package let pointer: String
}

extension KeypadStateError: CustomStringConvertible {
    /// The refusal in one sentence, without a full stop.
    package var description: String {
        "\(pointer) \(code.rawValue)"
    }
}
