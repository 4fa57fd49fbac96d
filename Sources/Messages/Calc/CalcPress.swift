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
        state = reader.optionalMessage("state")
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
package struct CalcPressResult: SuiteMessage {
    package var state = CalcKeypadState()
    package var display = ""
    package var `operator` = ""
    package var history: [CalcKeypadRow] = []
    package var accepted: [Bool] = []

    package init() {}

    package mutating func members(_ members: inout Members) {
        members("state", &state, .message, "The state after the keys: what the next call begins with.")
        members("display", &display, .text(bytes: 1...32), "What the display shows.")
        members("operator", &`operator`, .anyText, "The operator in front of the display; empty when there is none.")
        members("history", &history, .list(of: .message), "The rows of all formulas since the last AC, oldest first.")
        members("accepted", &accepted, .list(of: .boolean), "For each key, in order, whether it was accepted.")
    }
}
