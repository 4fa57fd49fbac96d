package import WireJSON

/// Everything a keypad remembers: the caller of `calc.press` keeps it and brings it back.
///
/// Reading one says nothing about whether a keypad can be in it; the service decides that.
package struct CalcKeypadState: Sendable, Hashable, JSONWritable {
    /// The number as typed, without commas; when a result is shown, its exact value or `NaN`.
    package var typed: String
    /// The glyph of the operator in front of it; empty when there is none.
    package var `operator`: String
    /// The terms of the formula so far.
    package var terms: [CalcKeypadRow]
    /// Whether a result is shown.
    package var isResult: Bool
    /// Whether a `0` on display counts as typed; true for every other number.
    package var isTyped: Bool
    /// The rows of all formulas since the last `AC`, oldest first.
    package var history: [CalcKeypadRow]

    /// Creates a state.
    package init(
        typed: String,
        operator: String,
        terms: [CalcKeypadRow],
        isResult: Bool,
        isTyped: Bool,
        history: [CalcKeypadRow]
    ) {
        self.typed = typed
        self.operator = `operator`
        self.terms = terms
        self.isResult = isResult
        self.isTyped = isTyped
        self.history = history
    }

    /// Reads a state; `nil` when a member is missing or has the wrong type.
    package init?(_ node: JSONNode) {
        var reader = ParamsReader(nil)
        self.init(node, of: &reader)
    }

    /// Writes the state.
    package func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("typed", typed)
        writer.member("operator", `operator`)
        writer.member("terms", terms)
        writer.member("isResult", isResult)
        writer.member("isTyped", isTyped)
        writer.member("history", history)
        writer.endObject()
    }
}
