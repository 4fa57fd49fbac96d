extension JSONValue {
    /// The longest line that a value is put on.
    private static let maxLineLength = 118

    /// The text of a file: what fits on a line is on one, everything else has a line for each member or element.
    var text: String {
        lines(indentation: 0, taken: 0) + "\n"
    }

    /// The value on one line.
    var line: String {
        switch self {
        case .object(let members):
            "{" + members.map { Self.quoted($0.name) + ": " + $0.value.line }.joined(separator: ", ") + "}"
        case .array(let elements): "[" + elements.map(\.line).joined(separator: ", ") + "]"
        case .string(let text): Self.quoted(text)
        case .number(let text): text
        case .boolean(let value): value ? "true" : "false"
        case .null: "null"
        }
    }

    /// - Parameters:
    ///   - indentation: Of the line that the value begins on.
    ///   - taken: How many characters are on it already, and how many follow the value.
    private func lines(indentation: Int, taken: Int) -> String {
        let line = line
        guard indentation == 0 || indentation + taken + line.count > Self.maxLineLength else { return line }
        let inner = indentation + 2
        let margin = String(repeating: " ", count: inner)
        let end = "\n" + String(repeating: " ", count: indentation)
        switch self {
        case .object(let members) where !members.isEmpty:
            let lines = members.map { member in
                let name = Self.quoted(member.name) + ": "
                return margin + name + member.value.lines(indentation: inner, taken: name.count + 1)
            }
            return "{\n" + lines.joined(separator: ",\n") + end + "}"
        case .array(let elements) where !elements.isEmpty:
            let lines = elements.map { margin + $0.lines(indentation: inner, taken: 1) }
            return "[\n" + lines.joined(separator: ",\n") + end + "]"
        default:
            return line
        }
    }

    /// A string as JSON writes it (RFC 8259, section 7), with everything beyond the basic plane escaped.
    private static func quoted(_ text: String) -> String {
        var quoted = "\""
        for unit in text.utf16 {
            switch unit {
            case 0x22: quoted += "\\\""
            case 0x5C: quoted += "\\\\"
            case 0x0A: quoted += "\\n"
            case 0x09: quoted += "\\t"
            case 0..<0x20, 0x7F, 0xD800..<0xE000:
                let digits = String(unit, radix: 16)
                quoted += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            default:
                quoted.unicodeScalars.append(Unicode.Scalar(unit) ?? "\u{FFFD}")
            }
        }
        return quoted + "\""
    }
}
