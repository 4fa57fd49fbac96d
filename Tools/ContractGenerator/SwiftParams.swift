/// The params of a family of methods as Swift structs: those whose schema says all there is to check.
struct SwiftParams {
    let contract: Contract
    let methods: [MethodContract]

    /// The file; `nil` when no method of the family has params that are generated.
    var text: String? {
        let structs = methods.compactMap(structure)
        guard !structs.isEmpty else { return nil }
        return SwiftText.notice + "\n" + structs.joined(separator: "\n")
    }

    private func structure(_ method: MethodContract) -> String? {
        guard method.handwritten == nil, let schema = contract.schemas[method.paramsSchema],
            let properties = schema["properties"]?.members, !properties.isEmpty
        else { return nil }
        let required = Set((schema["required"]?.elements ?? []).compactMap(\.string))
        let params = properties.map { member in
            SwiftParam(
                member.name,
                member.value,
                isRequired: required.contains(member.name),
                hasConstant: method.limits.contains(member.name)
            )
        }
        let ranges = params.compactMap(\.range).joined()
        let arguments = params.map(\.argument).joined(separator: ", ")
        let assignments = params.map { "self.\($0.name) = \($0.name)" }
        let initializer =
            params.count == 1
            ? "    package init(\(arguments)) { \(assignments[0]) }"
            : "    package init(\(arguments)) {\n\(assignments.map { "        \($0)\n" }.joined())    }"
        let name = method.name.split(separator: ".").map(\.capitalizedFirst).joined()
        return """
            /// The params of `\(method.name)`.
            package struct \(name)Params: SuiteMessage {
            \(ranges)\(ranges.isEmpty ? "" : "\n")\(params.map(\.property).joined())
                package init() {}
            \(initializer)

                package mutating func members(_ members: inout Members) {
            \(params.map(\.member).joined())    }
            }

            """
    }
}
