internal import Platform
internal import WireJSON

/// JSON as people read it: a member or an element per line, indented by two.
enum PrettyJSON {
    static func text(_ node: JSONNode) -> String {
        var text = ""
        append(node, indentation: "", to: &text)
        return text
    }

    // Recurses once per level, which the reader's limit on depth bounds.
    private static func append(_ node: JSONNode, indentation: String, to text: inout String) {
        let inner = indentation + "  "
        switch node.kind {
        case .object where node.count > 0:
            text += "{"
            var separator = "\n"
            for (name, value) in node.members {
                text += separator + inner + quoted(name) + ": "
                append(value, indentation: inner, to: &text)
                separator = ",\n"
            }
            text += "\n\(indentation)}"
        case .array where node.count > 0:
            text += "["
            var separator = "\n"
            for element in node.elements {
                text += separator + inner
                append(element, indentation: inner, to: &text)
                separator = ",\n"
            }
            text += "\n\(indentation)]"
        default:
            text += escaped(node.compactText)
        }
    }

    private static func quoted(_ name: String) -> String {
        var writer = JSONWriter()
        writer.string(name)
        return escaped(String(decoding: writer.bytes, as: UTF8.self))
    }

    /// JSON allows raw DEL, C1 and bidirectional controls in strings; a terminal would obey them.
    private static func escaped(_ json: String) -> String {
        guard json.unicodeScalars.contains(where: \.isUnprintable) else { return json }
        var text = ""
        for scalar in json.unicodeScalars {
            if scalar.isUnprintable {
                let digits = String(scalar.value, radix: 16)
                text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            } else {
                text.unicodeScalars.append(scalar)
            }
        }
        return text
    }
}

extension JSONNode {
    /// The value without blanks.
    var compactText: String {
        String(decoding: jsonText, as: UTF8.self)
    }

    /// The value without blanks, in UTF-8.
    var jsonText: [UInt8] {
        var writer = JSONWriter()
        write(to: &writer)
        return writer.bytes
    }
}
