/// What the services answer over HTTP: `contract/http.json`.
struct HTTPContract {
    /// One problem that HTTP itself has, whatever the method.
    struct Problem {
        let name: String
        let status: Int
        /// `always`, for a `body`, where it is `closed` to callers without a token, or where a `method` is called.
        let when: String
        let summary: String

        init(_ table: Table) throws {
            name = try table.text("name")
            status = try table.integer("status")
            when = try table.text("when", oneOf: ["always", "body", "closed", "method"])
            summary = try table.text("summary")
        }
    }

    let description: String
    let problems: [Problem]
    /// Headers of responses, as OpenAPI has them, by name.
    let headers: [JSONValue.Member]
    /// Parameters that several operations have, as OpenAPI has them, by name.
    let parameters: [JSONValue.Member]
    /// Requests that are one method each.
    let resources: [HTTPOperation]
    /// All other requests but those of the open market.
    let operations: [HTTPOperation]
    /// The requests of open-market clients, without the prefix of the second generation.
    let openMarket: [HTTPOperation]

    init(_ table: Table) throws {
        description = try table.text("description")
        problems = try table.rows("problems").map(Problem.init)
        headers = table.value["headers"]?.members ?? []
        parameters = table.value["parameters"]?.members ?? []
        resources = try table.rows("resources").map(HTTPOperation.init)
        operations = try table.rows("operations").map(HTTPOperation.init)
        openMarket = try table.rows("openMarket").map(HTTPOperation.init)
    }

    /// Finds rows that name methods that there are not, or paths with names that no parameter has.
    func check(against methods: Set<String>) throws {
        for row in resources where row.methods.count != 1 {
            throw ContractError(row.path, "a resource is one method")
        }
        for row in resources + operations + openMarket {
            for method in row.methods where !methods.contains(method) {
                throw ContractError(row.path, "there is no method \(method)")
            }
            for name in row.headers where !headers.contains(where: { $0.name == name }) {
                throw ContractError(row.path, "there is no header \(name) in http.json")
            }
        }
    }
}

/// One request and its answers: a row of `contract/http.json`.
struct HTTPOperation {
    let verb: String
    var hasBody: Bool { ["post", "put", "patch"].contains(verb) }
    /// With `{name}` for a parameter.
    let path: String
    /// The methods that it may be.
    let methods: [String]
    /// The name of the operation; `nil` for that of its only method.
    let id: String?
    /// `nil` for that of its only method.
    let summary: String?
    /// The members of the params that stand in the query.
    let query: [String]
    /// The members of the params by the names that they have in the path, where those differ.
    let members: [String: String]
    /// Further parameters as OpenAPI has them, or the names of common ones.
    let parameters: [JSONValue]
    /// The content of the request, as OpenAPI has it; `nil` for the params of the method.
    let body: JSONValue?
    /// The status of success.
    let success: Int
    /// The content of the response, as OpenAPI has it; `nil` for the result of the method.
    let content: JSONValue?
    /// Whether the response is the picture that comes with the result.
    let isPicture: Bool
    /// Headers of the response that others of its kind do not have.
    let headers: [String]
    /// Further responses, as OpenAPI has them, by status.
    let responses: [JSONValue.Member]
    /// Further problems by status, in a sentence.
    let problems: [JSONValue.Member]
    /// What can be asked for with what the response says, as OpenAPI has it.
    let links: JSONValue?
    /// Whether nobody needs a token.
    let isOpen: Bool

    init(_ table: Table) throws {
        verb = try table.text("verb", oneOf: ["get", "post", "put", "patch", "delete"])
        path = try table.text("path")
        methods = table.value["method"]?.string.map { [$0] } ?? table.texts("methods")
        id = table.value["id"]?.string
        summary = table.value["summary"]?.string
        query = table.texts("query")
        let renamed = (table.value["members"]?.members ?? []).map { ($0.name, $0.value.string ?? "") }
        members = Dictionary(renamed, uniquingKeysWith: { first, _ in first })
        parameters = table.value["parameters"]?.elements ?? []
        body = table.value["body"]
        success = table.value["success"]?.integer ?? 200
        content = table.value["content"]
        isPicture = table.flag("picture")
        headers = table.texts("headers")
        responses = table.value["responses"]?.members ?? []
        problems = table.value["problems"]?.members ?? []
        links = table.value["links"]
        isOpen = table.flag("open")
    }

    /// The names in the path, in its order.
    var pathNames: [String] {
        path.split(separator: "/").filter { $0.hasPrefix("{") }.map { String($0.dropFirst().dropLast()) }
    }

    /// What a name in path or query is called in the params.
    func member(_ name: String) -> String { members[name] ?? name }
}
