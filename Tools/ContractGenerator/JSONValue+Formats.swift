extension JSONValue {
    /// The value with a `type` for every schema that has only an `enum` or a `const`, and a `format` for every number.
    ///
    /// The schemas leave both to be concluded, which a generator of clients does not do: without a format it takes the
    /// smallest type of its language, such as a 32-bit integer or a float of seven digits, and without a type any value.
    /// Source of the formats: https://spec.openapis.org/registry/format/
    var withFormats: JSONValue {
        switch self {
        case .object(let members):
            let inner = members.map { member in
                Self.instances.contains(member.name)
                    ? member : Member(name: member.name, value: member.value.withFormats)
            }
            return .object((impliedType.map { [Member(name: "type", value: .string($0))] } ?? []) + inner).withFormat
        case .array(let elements): return .array(elements.map(\.withFormats))
        case .string, .number, .boolean, .null: return self
        }
    }

    /// Members that are no schemas and have none inside.
    private static let instances: Set<String> = ["const", "default", "enum", "example", "examples"]

    /// The type of what a schema allows that names its values; `nil` where it says its type, or names none.
    private var impliedType: String? {
        guard self["type"] == nil else { return nil }
        let values = self["enum"]?.elements ?? [self["const"]].compactMap { $0 }
        let types = Set(values.map(\.typeName))
        return types.count == 1 ? types.first ?? nil : nil
    }

    private var typeName: String? {
        switch self {
        case .string: "string"
        case .boolean: "boolean"
        case .number(let text): Int(text) == nil ? "number" : "integer"
        case .object, .array, .null: nil
        }
    }

    private var withFormat: JSONValue {
        guard let place = members.firstIndex(where: { $0.name == "type" }), self["format"] == nil else { return self }
        let format: String
        switch self["type"]?.string {
        case "number": format = "double"
        case "integer": format = isInt32 ? "int32" : "int64"
        default: return self
        }
        var members = members
        members.insert(Member(name: "format", value: .string(format)), at: place + 1)
        return .object(members)
    }

    private var isInt32: Bool {
        guard let minimum = self["minimum"]?.integer, let maximum = self["maximum"]?.integer else { return false }
        return minimum >= Int32.min && maximum <= Int32.max
    }
}
