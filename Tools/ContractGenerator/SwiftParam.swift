/// One param as a property of a Swift struct.
struct SwiftParam {
    /// How a param is read and written.
    private enum Form {
        case text
        /// A text that may be empty, which is the same as absent.
        case search
        case integer
        case integers
        case texts
    }

    /// The names in Swift that cannot be made of those of the wire: CloudEvents has no mark between words.
    private static let names = ["idempotencykey": "idempotencyKey"]

    let name: String
    private let wireName: String
    private let schema: JSONValue
    private let isRequired: Bool
    private let hasConstant: Bool
    private let form: Form

    init(_ wireName: String, _ schema: JSONValue, isRequired: Bool, hasConstant: Bool) {
        self.wireName = wireName
        self.hasConstant = hasConstant
        self.schema = schema
        self.isRequired = isRequired
        name = Self.names[wireName] ?? SwiftText.name(wireName)
        form =
            switch schema["type"]?.string {
            case "integer": .integer
            case "array": .texts
            case "object": .integers
            default: schema["default"] == nil ? .text : .search
            }
    }

    /// The limits of the value as a constant; `nil` where nothing but its reading needs them.
    var range: String? {
        guard hasConstant else { return nil }
        guard form != .integer else {
            return "    /// What `\(wireName)` may be.\n    package static let \(name)Range = \(integerRange)\n"
        }
        let unit = form == .search ? "Unicode scalars" : "bytes of UTF-8"
        return """
                /// The longest `\(wireName)`, in \(unit).
                package static let \(name)MaxLength = \(maxLength)

            """
    }

    var property: String {
        let value = schema["default"].map(literal) ?? type.empty
        return "    package var \(name): \(type.name)\(isOptional ? "?" : " = \(value)")\n"
    }

    var argument: String {
        if isOptional { return "\(name): \(type.name)? = nil" }
        return "\(name): \(type.name)" + (schema["default"].map { " = \(literal($0))" } ?? "")
    }

    /// The line that reads, writes and describes it.
    var member: String {
        let description = SwiftText.literal(schema["description"]?.string ?? "")
        let function = form == .search ? "members.search" : "members"
        var arguments = [SwiftText.literal(wireName), "&\(name)", memberType, description]
        if form != .search, schema["default"] != nil { arguments.append("need: .optional") }
        let line = "        \(function)(\(arguments.joined(separator: ", ")))\n"
        guard line.count > 121 else { return line }
        let lines = arguments.map { "            \($0)" }.joined(separator: ",\n")
        return "        \(function)(\n\(lines)\n        )\n"
    }

    private var memberType: String {
        switch form {
        case .text: ".text(bytes: 1...\(hasConstant ? "Self.\(name)MaxLength" : maxLength))"
        case .search: "characters: 0...\(hasConstant ? "Self.\(name)MaxLength" : maxLength)"
        case .integer: ".integer(in: \(hasConstant ? "Self.\(name)Range" : integerRange))"
        case .integers:
            ".dictionary(of: \(numbers(schema["additionalProperties"] ?? .null)), count: 1...Int.max)"
        case .texts:
            ".list(of: .text(bytes: 0...\(bound(schema["items"] ?? .null, "maxLength", "Int.max"))), "
                + "count: \(bound(schema, "minItems", "0"))...\(bound(schema, "maxItems", "Int.max")))"
        }
    }

    private func numbers(_ values: JSONValue) -> String {
        let range = "\(bound(values, "minimum", "Int.min"))...\(bound(values, "maximum", "Int.max"))"
        return ".integer(in: \(range)\(values["not"] == ["const": .number("0")] ? ", except: 0" : ""))"
    }

    private var isOptional: Bool { !isRequired && schema["default"] == nil }

    private var type: (name: String, empty: String) {
        switch form {
        case .text, .search: ("String", "\"\"")
        case .integer: ("Int", "0")
        case .integers: ("[String: Int]", "[:]")
        case .texts: ("[String]", "[]")
        }
    }

    private var maxLength: String { bound(schema, "maxLength", "256") }

    private var integerRange: String {
        "\(bound(schema, "minimum", "Int.min"))...\(bound(schema, "maximum", "Int.max"))"
    }

    private func bound(_ schema: JSONValue, _ keyword: String, _ none: String) -> String {
        schema[keyword]?.integer.map(SwiftText.literal) ?? none
    }

    private func literal(_ value: JSONValue) -> String {
        value.integer.map(SwiftText.literal) ?? value.line
    }
}
