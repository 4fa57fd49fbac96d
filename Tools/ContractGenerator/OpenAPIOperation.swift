/// One request as the OpenAPI document has it.
struct OpenAPIOperation {
    private let row: HTTPOperation
    private let contract: Contract
    /// `nil` outside of the open market.
    private let generation: OpenMarketGeneration?
    private let methods: [(method: MethodContract, service: ServiceContract)]
    /// The responses that are no success, each under its name among the components.
    let problems: [OpenAPIProblem]

    init(_ row: HTTPOperation, _ contract: Contract, generation: OpenMarketGeneration?) {
        (self.row, self.contract, self.generation) = (row, contract, generation)
        methods = row.methods.compactMap { contract.method($0) }
        problems = OpenAPIProblem.all(of: row, methods, contract, isOpenMarket: generation != nil)
    }

    var verb: String { row.verb }
    var path: String { (generation?.base ?? "") + row.path }

    private var isWrite: Bool { methods.contains { $0.method.kind == "write" } }
    private var hasStream: Bool { methods.contains { $0.service.hasStream } }
    /// Whether the answer tells by a tag whether it has changed.
    private var isTagged: Bool {
        row.headers.contains("ETag") || row.isPicture
            || generation == nil && row.verb == "get" && isResource && hasStream
    }
    /// Whether the answer is a method's result as it is.
    private var isResource: Bool { row.content == nil && !row.isPicture }

    var value: JSONValue {
        var members: [JSONValue.Member] = [
            .init(name: "operationId", value: .string(name)),
            .init(name: "summary", value: .string(row.summary ?? methods.first?.method.summary ?? "")),
            .init(name: "tags", value: [.string(tag)]),
        ]
        if row.isOpen { members.append(.init(name: "security", value: [.object([])])) }
        let parameters = parameters
        if !parameters.isEmpty { members.append(.init(name: "parameters", value: .array(parameters))) }
        if let body {
            members.append(.init(name: "requestBody", value: ["required": .boolean(true), "content": body]))
        }
        members.append(.init(name: "responses", value: .object(responses)))
        return .object(members)
    }

    private var name: String { (row.id ?? row.methods.first ?? "") + (generation?.suffix ?? "") }

    private var tag: String {
        if generation != nil { return "openmarket" }
        return row.path.hasPrefix("/api/") ? String(row.path.split(separator: "/")[1]) : "web"
    }

    private var parameters: [JSONValue] {
        var parameters = row.parameters.isEmpty ? row.pathNames.map { parameter($0, in: "path") } : []
        parameters += row.query.map { parameter($0, in: "query") }
        parameters += row.parameters.map { $0.string.map(Self.common) ?? $0 }
        if isWrite { parameters.append(Self.common("Idempotency-Key")) }
        if isTagged { parameters.append(Self.common("If-None-Match")) }
        return parameters
    }

    private static func common(_ name: String) -> JSONValue { ["$ref": .string("#/components/parameters/\(name)")] }

    /// A member of the method's params that stands in path or query.
    private func parameter(_ name: String, in place: String) -> JSONValue {
        let method = methods.first?.method
        let member = row.member(name)
        return [
            "name": .string(name),
            "in": .string(place),
            "required": .boolean(place == "path"),
            "description": contract.schemas[method?.paramsSchema ?? ""]?["properties"]?[member]?["description"] ?? "",
            "schema": method.map { contract.paramSchema(member, of: $0) } ?? .object([]),
        ]
    }

    private var body: JSONValue? {
        if let body = row.body { return body }
        guard generation == nil, row.verb != "get", let method = methods.first?.method else { return nil }
        return [
            "application/json": [
                "schema": Contract.reference(to: method.paramsSchema), "example": method.example.params,
            ]
        ]
    }

    private var responses: [JSONValue.Member] {
        var responses = [JSONValue.Member(name: String(row.success), value: success)]
        if isTagged {
            let unchanged: JSONValue = ["description": "It has not changed.", "headers": headers(["ETag"])]
            responses.append(.init(name: "304", value: unchanged))
        }
        responses += row.responses
        responses += problems.filter { problem in !row.responses.contains { $0.name == String(problem.status) } }
            .map { .init(name: String($0.status), value: ["$ref": .string("#/components/responses/\($0.name)")]) }
        return responses.sorted { $0.name < $1.name }
    }

    private var success: JSONValue {
        var names = isTagged ? ["ETag"] : []
        if hasStream, !row.isPicture { names.append("Jangteo-Position") }
        if isWrite { names.append("Idempotency-Key") }
        names += row.headers.filter { !names.contains($0) }
        var members: [JSONValue.Member] = [
            .init(name: "description", value: .string(row.isPicture ? "The picture." : "The answer."))
        ]
        if !names.isEmpty { members.append(.init(name: "headers", value: headers(names))) }
        members.append(.init(name: "content", value: content))
        if let links = row.links {
            let own = links.mapStrings { [generation] text, member in
                member == "operationId" ? text + (generation?.suffix ?? "") : text
            }
            members.append(.init(name: "links", value: own))
        }
        return .object(members)
    }

    private var content: JSONValue {
        if row.isPicture {
            return .object(pictureTypes.map { .init(name: $0, value: ["schema": Self.bytes]) })
        }
        if let content = row.content { return generation?.content(content, contract) ?? content }
        return ["application/json": ["schema": Contract.reference(to: methods.first?.method.resultSchema ?? "")]]
    }

    private static let bytes: JSONValue = ["type": "string", "format": "binary"]

    /// What the method says that its picture may be; for a range of types no generated client reads bytes.
    private var pictureTypes: [String] {
        let members = contract.schemas[methods.first?.method.resultSchema ?? ""]?["properties"]
        return (members?["media_type"]?["enum"]?.elements ?? []).compactMap(\.string)
    }

    private func headers(_ names: [String]) -> JSONValue {
        .object(names.map { .init(name: $0, value: ["$ref": .string("#/components/headers/\($0)")]) })
    }
}
