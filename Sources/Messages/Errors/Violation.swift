public import WireJSON

/// One fault of one param.
public struct Violation: Sendable, Hashable, JSONWritable {
    /// The kinds of fault, in words that a program can compare.
    public enum Reason: String, Sendable, Hashable {
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
    public let pointer: String
    /// What kind of fault, one of ``Reason`` or, from a newer service, another word.
    public let reason: String
    /// One sentence for a person.
    public let detail: String

    /// Creates a violation of the value that a path of member names leads to.
    public init(path: [String], reason: Reason, detail: String) {
        pointer = path.map { "/" + Self.escaped($0) }.joined()
        self.reason = reason.rawValue
        self.detail = detail
    }

    /// Reads a violation; `nil` when it has no pointer.
    public init?(_ node: JSONNode) {
        guard let pointer = node["pointer"]?.string else { return nil }
        self.pointer = pointer
        reason = node["reason"]?.string ?? ""
        detail = node["detail"]?.string ?? ""
    }

    /// Writes the violation.
    public func write(to writer: inout JSONWriter) {
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
