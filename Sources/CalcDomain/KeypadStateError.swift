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
        /// An operator is missing, or stands where none can.
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
