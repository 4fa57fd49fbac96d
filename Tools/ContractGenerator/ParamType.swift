/// What a schema says about one param, in words for the pages.
struct ParamType {
    let schema: JSONValue

    init(_ schema: JSONValue) {
        self.schema = schema
    }

    /// The type with its range and what its absence means, such as `integer 1 to 100, default 20`.
    var words: String {
        switch schema["default"] {
        case .none: type
        case .string("")?: type + ", default empty"
        case .some(let value): type + ", default \(value.line)"
        }
    }

    private var type: String {
        if let then = schema["then"], let alternative = schema["else"] {
            return [alternative, then].map { ParamType($0).words }.joined(separator: ", or ")
        }
        if let values = schema["enum"] {
            return values.elements.compactMap(\.string).map { "`\($0)`" }.joined(separator: " or ")
        }
        switch schema["type"]?.string {
        case "string": return "string" + length
        case "array": return "array" + count("minItems", "maxItems", of: "elements")
        case "integer": return "integer" + range
        case "number": return "number" + range
        case "boolean": return "boolean"
        default: return "object" + count("minProperties", "maxProperties", of: "members")
        }
    }

    /// The length of a string, unless its description says more about it than the schema can.
    ///
    /// What has a least length is an identifier, whose bytes are counted; what has only a greatest is a text to search
    /// for, whose characters are.
    private var length: String {
        let description = schema["description"]?.string ?? ""
        guard let most = schema["maxLength"]?.integer, !description.contains("bytes") else { return "" }
        return switch schema["minLength"]?.integer {
        case .some(let least): " of \(least) to \(Self.grouped(most)) bytes"
        case .none: " of at most \(Self.grouped(most)) characters"
        }
    }

    private var range: String {
        switch (schema["minimum"]?.integer, schema["maximum"]?.integer) {
        case (.some(let least), .some(let most)): " \(Self.grouped(least)) to \(Self.grouped(most))"
        case (.some(let least), .none): " from \(Self.grouped(least))"
        case (.none, .some(let most)): " to \(Self.grouped(most))"
        case (.none, .none): ""
        }
    }

    private func count(_ least: String, _ most: String, of what: String) -> String {
        switch (schema[least]?.integer, schema[most]?.integer) {
        case (.some(let least), .none): " with at least \(least) \(least == 1 ? String(what.dropLast()) : what)"
        case (.some(let least), .some(let most)): " of \(least) to \(most) \(what)"
        case (.none, .some(let most)): " of at most \(most) \(what)"
        default: ""
        }
    }

    /// An integer with a blank between groups of three digits, from five digits on.
    static func grouped(_ number: Int, separator: String = " ") -> String {
        let digits = String(abs(number))
        guard digits.count > 4 else { return String(number) }
        var groups: [Substring] = []
        var rest = digits[...]
        while !rest.isEmpty {
            groups.insert(rest.suffix(3), at: 0)
            rest = rest.dropLast(3)
        }
        return (number < 0 ? "-" : "") + groups.joined(separator: separator)
    }
}
