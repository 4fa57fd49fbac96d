internal import WireJSON

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
