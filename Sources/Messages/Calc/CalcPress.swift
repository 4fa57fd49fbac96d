package import WireJSON

/// The params of `calc.press`.
package struct CalcPressParams: RequestParams, Sendable, Hashable {
    /// The most keys of one call.
    package static let maxKeys = 256

    /// The keys in the order to press them, at most ``maxKeys``, each by its label or another spelling.
    package var keys: [String]
    /// The state to begin with, as an earlier call returned it; `nil` for a new keypad.
    package var state: CalcKeypadState?

    package init(keys: [String], state: CalcKeypadState? = nil) {
        self.keys = keys
        self.state = state
    }

    package init(from reader: inout ParamsReader) {
        keys = Self.keys(&reader)
        state = reader.member("state").flatMap { CalcKeypadState($0, of: &reader) }
    }

    package func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.array("keys", of: keys) { writer, key in writer.string(key) }
        if let state { writer.member("state", state) }
        writer.endObject()
    }

    private static func keys(_ reader: inout ParamsReader) -> [String] {
        guard let array = reader.member("keys") else {
            reader.violate("keys", reason: .required, detail: "keys is required")
            return []
        }
        guard array.kind == .array else {
            reader.violate("keys", reason: .type, detail: "keys must be an array")
            return []
        }
        guard array.count <= maxKeys else {
            reader.violate("keys", reason: .range, detail: "keys must have at most \(maxKeys) elements")
            return []
        }
        var keys: [String] = []
        for (index, element) in array.elements.enumerated() {
            let key = element.string
            if key == nil {
                reader.violate("keys", "\(index)", reason: .type, detail: "keys[\(index)] must be a string")
            }
            // The others keep their places, so that what is wrong with them is told of the right ones.
            keys.append(key ?? "")
        }
        return keys
    }
}

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

    package func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("state", state)
        writer.member("display", display)
        writer.member("operator", `operator`)
        writer.member("history", history)
        writer.array("accepted", of: accepted) { writer, isAccepted in writer.boolean(isAccepted) }
        writer.endObject()
    }
}
