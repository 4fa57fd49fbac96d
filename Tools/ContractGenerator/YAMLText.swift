extension JSONValue {
    /// The value as a YAML document in block style (YAML 1.2), with lists of plain words in flow style.
    var yaml: String {
        yamlLines(indentation: 0).joined(separator: "\n") + "\n"
    }

    private func yamlLines(indentation: Int) -> [String] {
        let margin = String(repeating: " ", count: indentation)
        switch self {
        case .object(let members):
            return members.flatMap { member in
                guard !member.value.isYAMLScalar else {
                    return ["\(margin)\(member.name): \(member.value.yamlScalar)"]
                }
                return ["\(margin)\(member.name):"] + member.value.yamlLines(indentation: indentation + 2)
            }
        case .array(let elements):
            return elements.flatMap { element in
                var lines = element.yamlLines(indentation: indentation + 2)
                lines[0] = "\(margin)- \(lines[0].dropFirst(indentation + 2))"
                return lines
            }
        case .string, .number, .boolean, .null:
            return [margin + yamlScalar]
        }
    }

    private var isYAMLScalar: Bool {
        switch self {
        case .object(let members): members.isEmpty
        case .array(let elements): elements.allSatisfy { $0.string != nil }
        case .string, .number, .boolean, .null: true
        }
    }

    private var yamlScalar: String {
        switch self {
        case .object: "{}"
        case .array(let elements): "[" + elements.map(\.yamlScalar).joined(separator: ", ") + "]"
        case .string(let text): Self.isPlain(text) ? text : "'" + text.replacing("'", with: "''") + "'"
        case .number, .boolean, .null: line
        }
    }

    /// Whether a string needs no quotes: it is neither another type nor has what means something to YAML.
    private static func isPlain(_ text: String) -> Bool {
        guard let first = text.unicodeScalars.first, first.properties.isAlphabetic || first == "." || first == "/"
        else {
            return false
        }
        let otherTypes: Set<String> = ["true", "false", "null", "yes", "no", "on", "off"]
        return !otherTypes.contains(text) && !text.contains(": ") && !text.hasSuffix(":")
            && !text.contains { "{}[]#&*!|>\"%@`".contains($0) }
    }
}
