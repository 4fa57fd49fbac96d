/// The params of a family of methods as Swift structs: those whose schema says all there is to check.
struct SwiftParams {
    let contract: Contract
    let methods: [MethodContract]

    /// The file; `nil` when no method of the family has params that are generated.
    var text: String? {
        let structs = methods.compactMap(structure)
        guard !structs.isEmpty else { return nil }
        return SwiftText.notice + "\npackage import WireJSON\n\n" + structs.joined(separator: "\n")
    }

    private func structure(_ method: MethodContract) -> String? {
        guard method.handwritten == nil, let schema = contract.schemas[method.paramsSchema],
            let properties = schema["properties"]?.members, !properties.isEmpty
        else { return nil }
        let required = Set((schema["required"]?.elements ?? []).compactMap(\.string))
        let params = properties.map { SwiftParam($0.name, $0.value, isRequired: required.contains($0.name)) }
        let ranges = params.compactMap(\.range).joined()
        let initializer = params.map(\.argument).joined(separator: ", ")
        return """
            /// The params of `\(method.name)`.
            package struct \(method.name.split(separator: ".").map(\.capitalizedFirst).joined())Params: RequestParams, Sendable, Hashable {
            \(ranges)\(ranges.isEmpty ? "" : "\n")\(params.map(\.property).joined())
                package init(\(initializer)) {
            \(params.map { "        self.\($0.name) = \($0.name)\n" }.joined())    }

                package init(from reader: inout ParamsReader) {
            \(params.map { "        \($0.name) = \($0.reading)\n" }.joined())    }

                package func write(to writer: inout JSONWriter) {
                    writer.beginObject()
            \(params.map { "        \($0.writing)\n" }.joined())        writer.endObject()
                }
            }

            """
    }
}
