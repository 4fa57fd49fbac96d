/// One param as a property of a Swift struct.
struct SwiftParam {
    /// How a param is read and written.
    private enum Form {
        case text
        /// A text that may be empty, which is the same as absent.
        case search
        case integer
        case boolean
        case integers
        case texts
    }

    /// The names in Swift that cannot be made of those of the wire: CloudEvents has no mark between words.
    private static let names = ["idempotencykey": "idempotencyKey"]

    let name: String
    private let wireName: String
    private let schema: JSONValue
    private let isRequired: Bool
    private let form: Form

    init(_ wireName: String, _ schema: JSONValue, isRequired: Bool) {
        self.wireName = wireName
        self.schema = schema
        self.isRequired = isRequired
        name = Self.names[wireName] ?? SwiftText.name(wireName)
        form =
            switch schema["type"]?.string {
            case "integer": .integer
            case "boolean": .boolean
            case "array": .texts
            case "object": .integers
            default: schema["default"] == nil ? .text : .search
            }
    }

    /// The limits of the value, for whoever checks it before it is sent.
    var range: String? {
        switch form {
        case .integer:
            guard schema["maximum"] != nil else { return nil }
            return constant("\(name)Range", integerRange, "What `\(wireName)` may be.")
        case .text, .search:
            guard let most = schema["maxLength"]?.integer else { return nil }
            let unit = form == .search ? "Unicode scalars" : "bytes of UTF-8"
            return constant("\(name)MaxLength", SwiftText.literal(most), "The longest `\(wireName)`, in \(unit).")
        case .boolean, .integers, .texts:
            return nil
        }
    }

    var property: String {
        let description = schema["description"]?.string ?? ""
        return SwiftText.comment(description, indentation: 4) + "    package var \(name): \(type)\n"
    }

    var argument: String {
        if let value = schema["default"] { return "\(name): \(type) = \(literal(value))" }
        return "\(name): \(type)" + (isRequired ? "" : " = nil")
    }

    var reading: String {
        let quoted = SwiftText.literal(wireName)
        switch form {
        case .text:
            let maxLength = schema["maxLength"] == nil ? "" : ", maxLength: Self.\(name)MaxLength"
            return "reader.\(isRequired ? "string" : "optionalString")(\(quoted)\(maxLength))"
        case .search:
            return "reader.searchText(\(quoted), maxLength: Self.\(name)MaxLength)"
        case .integer:
            let range = schema["maximum"] == nil ? integerRange : "Self.\(name)Range"
            guard isRequired || schema["default"] != nil else {
                return "reader.optionalInteger(\(quoted), in: \(range))"
            }
            let absent = schema["default"].map { ", absent: \(literal($0))" } ?? ""
            return "reader.integer(\(quoted), in: \(range)\(absent))"
        case .boolean:
            return "reader.boolean(\(quoted), absent: \(schema["default"]?.line ?? "false"))"
        case .integers:
            let values = schema["additionalProperties"] ?? .null
            let range = "\(bound(values, "minimum", "Int.min"))...\(bound(values, "maximum", "Int.max"))"
            let isZeroLeftOut = values["not"] == ["const": .number("0")]
            return "reader.integers(\(quoted), in: \(range)\(isZeroLeftOut ? ", except: 0" : ""))"
        case .texts:
            let count = "\(bound(schema, "minItems", "0"))...\(bound(schema, "maxItems", "Int.max"))"
            let maxLength = bound(schema["items"] ?? .null, "maxLength", "Int.max")
            return "reader.optionalStrings(\(quoted), count: \(count), maxLength: \(maxLength))"
        }
    }

    var writing: String {
        let quoted = SwiftText.literal(wireName)
        return switch form {
        case .search: "if !\(name).isEmpty { writer.member(\(quoted), \(name)) }"
        case .integers: "writer.member(\(quoted), sorted: \(name))"
        case .text, .integer, .boolean, .texts:
            isOptional ? "if let \(name) { writer.member(\(quoted), \(name)) }" : "writer.member(\(quoted), \(name))"
        }
    }

    private var isOptional: Bool { !isRequired && schema["default"] == nil }

    private var type: String {
        let type =
            switch form {
            case .text, .search: "String"
            case .integer: "Int"
            case .boolean: "Bool"
            case .integers: "[String: Int]"
            case .texts: "[String]"
            }
        return isOptional ? type + "?" : type
    }

    private var integerRange: String {
        "\(bound(schema, "minimum", "Int.min"))...\(bound(schema, "maximum", "Int.max"))"
    }

    private func bound(_ schema: JSONValue, _ keyword: String, _ none: String) -> String {
        schema[keyword]?.integer.map(SwiftText.literal) ?? none
    }

    private func constant(_ name: String, _ value: String, _ comment: String) -> String {
        "    /// \(comment)\n    package static let \(name) = \(value)\n"
    }

    private func literal(_ value: JSONValue) -> String {
        value.integer.map(SwiftText.literal) ?? value.line
    }
}
