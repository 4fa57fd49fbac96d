extension Contract {
    /// What the name of a schema has behind it in a reference, which is the file's name, with or without a folder.
    private static let schemaSuffix = ".schema.json"

    /// The name of the schema that a reference leads to; `nil` where it leads elsewhere.
    static func schemaName(of reference: String) -> String? {
        guard reference.hasSuffix(schemaSuffix) else { return nil }
        let file = reference.split(separator: "/").last ?? ""
        return String(file.dropLast(schemaSuffix.count))
    }

    /// A reference to a schema as it stands in the folder of the schemas.
    static func reference(to schema: String) -> JSONValue { ["$ref": .string(schema + schemaSuffix)] }

    /// The value with its references leading to the components of the document that it stands in.
    static func localised(_ value: JSONValue) -> JSONValue {
        value.mapStrings { text, member in
            guard member == "$ref", let name = schemaName(of: text) else { return text }
            return "#/components/schemas/\(name)"
        }
    }

    /// What the schema of a method's params says of one of them, without its description.
    func paramSchema(_ name: String, of method: MethodContract) -> JSONValue {
        let schema = schemas[method.paramsSchema]?["properties"]?[name]?.members ?? []
        return Self.localised(.object(schema.filter { $0.name != "description" }))
    }

    /// The schemas of some names and those that they refer to, in the order of their names; references lead to each other
    /// within one document.
    func localSchemas(_ needed: [String]) -> [JSONValue.Member] {
        var names: Set<String> = []
        var waiting = needed
        while let name = waiting.popLast() {
            guard names.insert(name).inserted, let schema = schemas[name] else { continue }
            waiting += references(in: schema)
        }
        return names.sorted().compactMap { name in
            guard let schema = schemas[name] else { return nil }
            let members = schema.members.filter { $0.name != "$schema" }
            return JSONValue.Member(name: name, value: Self.localised(.object(members)))
        }
    }

    /// The names of the schemas that a value refers to.
    func references(in value: JSONValue) -> [String] {
        switch value {
        case .object(let members):
            members.flatMap { member in
                guard member.name == "$ref", let target = member.value.string else {
                    return references(in: member.value)
                }
                return Self.schemaName(of: target).map { [$0] } ?? []
            }
        case .array(let elements): elements.flatMap(references)
        case .string, .number, .boolean, .null: []
        }
    }
}
