package import WireJSON

/// The result of `calc.press`.
package struct CalcPressResult: Sendable, Hashable, JSONWritable {
    /// The state after the keys: what the next call begins with.
    package var state: CalcKeypadState
    /// What the display shows.
    package var display: String
    /// The glyph of the operator in front of the display; empty when there is none.
    package var `operator`: String
    /// The rows of all formulas since the last `AC`, oldest first.
    package var history: [CalcKeypadRow]
    /// For each key, in order, whether it did anything.
    package var accepted: [Bool]

    /// Creates a result.
    package init(
        state: CalcKeypadState,
        display: String,
        operator: String,
        history: [CalcKeypadRow],
        accepted: [Bool]
    ) {
        self.state = state
        self.display = display
        self.operator = `operator`
        self.history = history
        self.accepted = accepted
    }

    /// Reads a result; `nil` when a member is missing or has the wrong type.
    package init?(_ node: JSONNode) {
        guard let state = node["state"].flatMap({ CalcKeypadState($0) }), let display = node["display"]?.string,
            let `operator` = node["operator"]?.string, let history = node["history"], let accepted = node["accepted"]
        else { return nil }
        self.init(
            state: state,
            display: display,
            operator: `operator`,
            history: history.elements.compactMap { CalcKeypadRow($0) },
            accepted: accepted.elements.compactMap(\.boolean)
        )
    }

    /// Writes the result.
    package func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("state", state)
        writer.member("display", display)
        writer.member("operator", `operator`)
        writer.member("history", history)
        writer.name("accepted")
        writer.beginArray()
        for isAccepted in accepted { writer.boolean(isAccepted) }
        writer.endArray()
        writer.endObject()
    }
}
