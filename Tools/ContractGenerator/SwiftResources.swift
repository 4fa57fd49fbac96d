/// The requests that are one method each as the Swift table that `web-gateway` routes by.
struct SwiftResources {
    let contract: Contract

    var text: String {
        SwiftText.notice + "\ninternal import HTTPTypes\ninternal import Messages\n" + """

            extension Resource {
                /// Every request that is one method.
                static let all: [Resource] = [
            \(contract.http.resources.compactMap(row).joined())    ]
            }

            """
    }

    private func row(_ row: HTTPOperation) -> String? {
        guard let name = row.methods.first, let (method, service) = contract.method(name) else { return nil }
        let family = "\(service.name.capitalizedFirst)Method"
        var arguments = [
            "verb: .\(row.verb)",
            "path: \(SwiftText.literal(row.path))",
            "service: .\(service.name)",
            "method: \(family).\(SwiftMethods.constant(method))",
        ]
        let parameters =
            row.pathNames.map { parameter($0, "path", row, method) }
            + row.query.map { parameter($0, "query", row, method) }
        if !parameters.isEmpty { arguments.append("parameters: [\(parameters.joined(separator: ", "))]") }
        if row.success == 201 { arguments.append("success: .created") }
        if row.isPicture { arguments.append("isPicture: true") }
        let lines = arguments.map { "            \($0)" }.joined(separator: ",\n")
        return "        Resource(\n\(lines)\n        ),\n"
    }

    private func parameter(_ name: String, _ place: String, _ row: HTTPOperation, _ method: MethodContract) -> String {
        let member = row.member(name)
        let type = contract.schemas[method.paramsSchema]?["properties"]?[member]?["type"]?.string ?? "string"
        let kind = type == "string" ? "" : ", kind: .\(type)"
        let renamed = member == name ? "" : ", as: \(SwiftText.literal(member))"
        return ".\(place)(\(SwiftText.literal(name))\(kind)\(renamed))"
    }
}
