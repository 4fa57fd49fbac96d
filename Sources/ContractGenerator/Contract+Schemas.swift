extension Contract {
    /// What stands before the name of a schema in its `$id` and in references to it.
    static let schemaURN = "urn:jangteo:schema:"

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
            let members = schema.members.filter { $0.name != "$schema" && $0.name != "$id" }
            let local = JSONValue.object(members).mapStrings { text, member in
                member == "$ref" ? text.replacing(Self.schemaURN, with: "#/components/schemas/") : text
            }
            return JSONValue.Member(name: name, value: local)
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
                // A reference may lead into a schema.
                return target.hasPrefix(Self.schemaURN)
                    ? [String(target.dropFirst(Self.schemaURN.count).prefix { $0 != "/" })] : []
            }
        case .array(let elements): elements.flatMap(references)
        case .string, .number, .boolean, .null: []
        }
    }
}
