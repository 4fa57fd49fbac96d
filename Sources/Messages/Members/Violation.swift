package import WireJSON

/// One fault of one param.
package struct Violation: Sendable, Hashable, JSONWritable {
    /// The kinds of fault, in words that a program can compare.
    package enum Reason: String, Sendable, Hashable {
        /// The value is absent.
        case required = "REQUIRED"
        /// The value has the wrong JSON type.
        case type = "WRONG_TYPE"
        /// The number, or the number of things, is outside its range.
        case range = "OUT_OF_RANGE"
        /// The text is not what it should be.
        case malformed = "MALFORMED"
        /// The value is none of those known.
        case unknown = "UNKNOWN"
    }

    /// A JSON pointer (RFC 6901) into `params`, such as `/quantity`.
    package let pointer: String
    /// What kind of fault, one of ``Reason`` or, from a newer service, another word.
    package let reason: String
    /// One sentence for a person.
    package let detail: String

    /// Creates a violation of the value that a path of member names leads to.
    package init(path: [String], reason: Reason, detail: String) {
        pointer = path.map { "/" + Self.escaped($0) }.joined()
        self.reason = reason.rawValue
        self.detail = detail
    }

    /// Reads a violation; `nil` when it has no pointer.
    package init?(_ node: JSONNode) {
        guard let pointer = node["pointer"]?.string else { return nil }
        self.pointer = pointer
        reason = node["reason"]?.string ?? ""
        detail = node["detail"]?.string ?? ""
    }

    package func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("pointer", pointer)
        writer.member("reason", reason)
        writer.member("detail", detail)
        writer.endObject()
    }

    /// RFC 6901, section 3: `~` is written `~0` and `/` is written `~1`.
    private static func escaped(_ name: String) -> String {
        var text = ""
        for character in name.unicodeScalars {
            switch character {
            case "~": text += "~0"
            case "/": text += "~1"
            default: text.unicodeScalars.append(character)
            }
        }
        return text
    }
}
