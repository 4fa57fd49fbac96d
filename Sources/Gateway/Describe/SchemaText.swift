internal import WireJSON

/// What a JSON schema allows, in a few words such as `integer, 1 to 1000, default 1`.
struct SchemaText {
    /// References within a document lead no deeper.
    private static let maxDepth = 16

    /// The document whose `#/…` references are followed.
    let document: JSONNode

    func text(_ schema: JSONNode) -> String {
        text(schema, depth: 0)
    }

    /// What a reference leads to; the node itself when it is none.
    func resolved(_ node: JSONNode) -> JSONNode {
        var node = node
        for _ in 0..<Self.maxDepth {
            guard let place = node["$ref"]?.string, place.hasPrefix("#/") else { return node }
            var target: JSONNode? = document
            for word in place.dropFirst(2).split(separator: "/") { target = target?[String(word)] }
            guard let target else { return node }
            node = target
        }
        return node
    }

    /// The value with every reference replaced by what it leads to.
    func write(_ node: JSONNode, to writer: inout JSONWriter, depth: Int = 0) {
        let node = depth < Self.maxDepth ? resolved(node) : node
        switch node.kind {
        case .object:
            writer.beginObject()
            for (name, value) in node.members {
                writer.name(name)
                write(value, to: &writer, depth: depth + 1)
            }
            writer.endObject()
        case .array:
            writer.beginArray()
            for element in node.elements { write(element, to: &writer, depth: depth + 1) }
            writer.endArray()
        default:
            writer.value(node)
        }
    }

    private func text(_ schema: JSONNode, depth: Int) -> String {
        let schema = resolved(schema)
        guard depth < Self.maxDepth else { return schema["type"]?.string ?? "…" }
        if let values = schema["enum"] { return values.elements.map(Self.plain).joined(separator: " | ") }
        if let value = schema["const"] { return Self.plain(value) }
        for name in ["oneOf", "anyOf", "allOf"] {
            guard let choices = schema[name], choices.count > 0 else { continue }
            return choices.elements.map { text($0, depth: depth + 1) }.joined(
                separator: name == "allOf" ? ", " : " or "
            )
        }
        var words = [type(of: schema, depth)]
        words += Self.range(schema, from: "minimum", to: "maximum", unit: "").map { [$0] } ?? []
        words += Self.range(schema, from: "minLength", to: "maxLength", unit: " long").map { [$0] } ?? []
        if let value = schema["default"], value.compactText != "\"\"" { words.append("default \(Self.plain(value))") }
        return words.joined(separator: ", ")
    }

    private func type(of schema: JSONNode, _ depth: Int) -> String {
        switch schema["type"]?.string {
        case "array": "array of " + (schema["items"].map { text($0, depth: depth + 1) } ?? "anything")
        case "object":
            if let value = schema["additionalProperties"], value.kind == .object {
                "object of " + text(value, depth: depth + 1)
            } else {
                "object"
            }
        case let name?: name
        case nil: "any"
        }
    }

    private static func range(_ schema: JSONNode, from least: String, to most: String, unit: String) -> String? {
        switch (schema[least].map(plain), schema[most].map(plain)) {
        case (let least?, let most?): "\(least) to \(most)\(unit)"
        case (let least?, nil): "from \(least)\(unit)"
        case (nil, let most?): "up to \(most)\(unit)"
        case (nil, nil): nil
        }
    }

    private static func plain(_ value: JSONNode) -> String {
        value.string ?? value.compactText
    }
}
