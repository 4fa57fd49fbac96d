internal import Localization
internal import Messages
internal import WireJSON

/// `/calc`: the keypad, whose state the page keeps, as on the wire.
struct CalcPage: Sendable {
    private static let names = [
        "AC": "key_ac", "CE": "key_ce", "⁺⁄₋": "key_sign", "÷": "key_divide", "×": "key_times", "−": "key_minus",
        "+": "key_plus", "=": "key_equals", ".": "key_dot", "00": "key_double_zero",
    ]

    let services: Services

    @Sendable func show(_ asked: PageRequest) async throws -> PageAnswer {
        .page(try await page(asked, key: nil, state: nil))
    }

    @Sendable func press(_ asked: PageRequest) async throws -> PageAnswer {
        let state = asked.form["state"]
        return .page(try await page(asked, key: asked.form["key"], state: state.isEmpty ? nil : Array(state.utf8)))
    }

    private func page(_ asked: PageRequest, key: String?, state: [UInt8]?) async throws(Problem) -> Page {
        let keys = try await services.read(CalcMethod.keys, of: .calc) { CalcKeysResult($0) }
        // A state that somebody has changed is refused by the service, and nothing but JSON may go there.
        let sound = state.flatMap { bytes in (try? JSONReader().read(bytes)).map(\.jsonBytes) }
        let params = JSONWriter.object { writer in
            writer.array("keys") { writer in if let key { writer.string(key) } }
            if let sound { writer.member("state", raw: sound) }
        }
        let pressed = try await services.read(CalcMethod.press, of: .calc, with: params) { node in
            CalcPressResult(node).map {
                ($0, node["state"].map { String(decoding: $0.jsonBytes, as: UTF8.self) } ?? "")
            }
        }
        let (result, newState) = pressed.value
        var page = Page("calc", of: "calc")
        page.data = [("pressed", pressed.json)]
        page.context["display"] = result.display
        // Long numbers are set smaller.
        page.context["length"] = result.display.count > 21 ? "longer" : result.display.count > 12 ? "long" : ""
        page.context["operator"] = result.operator
        page.context["has_history"] = !result.history.isEmpty
        page.context["history"] = result.history.map { ["operator": $0.operator, "operand": Self.operand($0.operand)] }
        page.context["state"] = newState
        page.context["rows"] = keys.value.rows.map { row in ["keys": row.map { Self.key($0, in: asked.texts) }] }
        return page
    }

    /// An operand as it is read: a fraction ends with no zeros.
    ///
    /// The state keeps it as it was typed.
    private static func operand(_ text: String) -> String {
        guard text.contains("."), text.allSatisfy({ "-0123456789,.".contains($0) }) else { return text }
        var text = text[...]
        while text.hasSuffix("0") { text.removeLast() }
        if text.hasSuffix(".") { text.removeLast() }
        return String(text)
    }

    private static func key(_ label: String, in texts: TextTable) -> [String: Any] {
        [
            "label": label, "name": names[label].map { texts[$0] } ?? label,
            "is_clear": ["AC", "CE", "⁺⁄₋"].contains(label), "is_operator": ["÷", "×", "−", "+"].contains(label),
            "is_equals": label == "=",
        ]
    }
}
