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

extension CalcKeypadState {
    /// Reads the `state` of params; `nil`, with one violation, at its first fault.
    ///
    /// One is enough to refuse it, and a state of thousands of bad rows must not become a reply of thousands of
    /// violations.
    init?(_ node: JSONNode, of reader: inout ParamsReader) {
        guard node.kind == .object else {
            reader.violate("state", reason: .type, detail: "state must be an object")
            return nil
        }
        guard let typed = Self.member("typed", "a string", node["typed"], \.string, &reader),
            let `operator` = Self.member("operator", "a string", node["operator"], \.string, &reader),
            let terms = Self.rows("terms", node["terms"], &reader),
            let isResult = Self.member("isResult", "true or false", node["isResult"], \.boolean, &reader),
            let isTyped = Self.member("isTyped", "true or false", node["isTyped"], \.boolean, &reader),
            let history = Self.rows("history", node["history"], &reader)
        else { return nil }
        self.init(
            typed: typed,
            operator: `operator`,
            terms: terms,
            isResult: isResult,
            isTyped: isTyped,
            history: history
        )
    }

    private static func member<Value>(
        _ name: String,
        _ kind: String,
        _ node: JSONNode?,
        _ value: (JSONNode) -> Value?,
        _ reader: inout ParamsReader
    ) -> Value? {
        guard let node else {
            reader.violate("state", name, reason: .required, detail: "state.\(name) is required")
            return nil
        }
        guard let value = value(node) else {
            reader.violate("state", name, reason: .type, detail: "state.\(name) must be \(kind)")
            return nil
        }
        return value
    }

    private static func rows(_ name: String, _ node: JSONNode?, _ reader: inout ParamsReader) -> [CalcKeypadRow]? {
        let isArray = { (node: JSONNode) in node.kind == .array ? node : nil }
        guard let array = member(name, "an array", node, isArray, &reader) else { return nil }
        var rows: [CalcKeypadRow] = []
        rows.reserveCapacity(array.count)
        for (index, element) in array.elements.enumerated() {
            guard let row = CalcKeypadRow(element) else {
                violate(name, index, element, &reader)
                return nil
            }
            rows.append(row)
        }
        return rows
    }

    /// Says what is wrong with an element that is no row.
    private static func violate(_ name: String, _ index: Int, _ element: JSONNode, _ reader: inout ParamsReader) {
        let place = "state.\(name)[\(index)]"
        guard element.kind == .object else {
            return reader.violate(
                "state",
                name,
                "\(index)",
                reason: .type,
                detail: "\(place) must be an object"
            )
        }
        for member in ["operator", "operand"] where element[member]?.string == nil {
            let isMissing = element[member] == nil
            return reader.violate(
                "state",
                name,
                "\(index)",
                member,
                reason: isMissing ? .required : .type,
                detail: "\(place).\(member) \(isMissing ? "is required" : "must be a string")"
            )
        }
    }
}
