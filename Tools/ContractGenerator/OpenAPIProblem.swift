/// A response that is no success: everything that one status may mean for a request.
struct OpenAPIProblem {
    let status: Int
    /// Among the components.
    let name: String
    let value: JSONValue

    /// The problems of a request, by status.
    static func all(
        of row: HTTPOperation,
        _ methods: [(method: MethodContract, service: ServiceContract)],
        _ contract: Contract,
        isOpenMarket: Bool
    ) -> [OpenAPIProblem] {
        var causes = contract.http.problems.filter { applies($0, to: row) }
            .map { (status: $0.status, name: $0.name, summary: $0.summary) }
        for problem in row.problems {
            causes.append((Int(problem.name) ?? 0, row.id ?? row.methods.first ?? row.path, problem.value.string ?? ""))
        }
        var reasons = Set(methods.flatMap { contract.errors(of: $0.method, in: $0.service) })
        if !methods.isEmpty {
            // Names in the query that there are not are refused before the method is called.
            reasons.insert("INVALID_PARAMS")
            if row.hasBody { reasons.insert("PARSE_ERROR") }
        }
        for error in contract.errors where reasons.contains(error.reason) {
            causes.append((error.status, error.reason, error.summary))
        }
        let isWrite = methods.contains { $0.method.kind == "write" }
        return Dictionary(grouping: causes, by: \.status).sorted { $0.key < $1.key }
            .map { status, causes in
                let names = (isWrite ? ["WRITE"] : []) + causes.map(\.name).sorted()
                return OpenAPIProblem(
                    status: status,
                    name: "\(isOpenMarket ? "openmarket." : "")\(status).\(names.joined(separator: "."))",
                    value: value(status, causes.map(\.summary), isWrite: isWrite, isOpenMarket: isOpenMarket)
                )
            }
    }

    private static func applies(_ problem: HTTPContract.Problem, to row: HTTPOperation) -> Bool {
        switch problem.when {
        case "body": row.hasBody
        case "closed": !row.isOpen
        case "method": !row.methods.isEmpty
        default: true
        }
    }

    private static func value(_ status: Int, _ summaries: [String], isWrite: Bool, isOpenMarket: Bool) -> JSONValue {
        var members: [JSONValue.Member] = [.init(name: "description", value: .string(summaries.joined(separator: " ")))]
        var headers: [(name: String, component: String)] = []
        if status == 401 { headers.append(("WWW-Authenticate", "WWW-Authenticate")) }
        if [421, 429, 503].contains(status) { headers.append(("Retry-After", "Retry-After")) }
        if isWrite { headers.append(("Idempotency-Key", "Idempotency-Key.again")) }
        if !headers.isEmpty {
            let references = headers.map { name, component in
                JSONValue.Member(name: name, value: ["$ref": .string("#/components/headers/\(component)")])
            }
            members.append(.init(name: "headers", value: .object(references)))
        }
        let schema = isOpenMarket ? "openmarket.problem" : "problem"
        members.append(
            .init(
                name: "content",
                value: ["application/problem+json": ["schema": ["$ref": .string("#/components/schemas/\(schema)")]]]
            )
        )
        return .object(members)
    }
}
