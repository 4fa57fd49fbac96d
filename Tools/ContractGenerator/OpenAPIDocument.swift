/// The OpenAPI 3.1 document of what `web-gateway` answers.
///
/// Source of the format: https://spec.openapis.org/oas/v3.1.0
struct OpenAPIDocument {
    let contract: Contract
    private let operations: [OpenAPIOperation]

    init(contract: Contract) {
        self.contract = contract
        let http = contract.http
        operations =
            (http.resources + http.operations).map { OpenAPIOperation($0, contract, generation: nil) }
            + OpenMarketGeneration.allCases.flatMap { generation in
                http.openMarket.map { OpenAPIOperation($0, contract, generation: generation) }
            }
    }

    var value: JSONValue {
        let document: JSONValue = [
            "openapi": "3.1.0",
            "info": [
                "title": "web-gateway",
                "version": .string(contract.version),
                "license": ["name": "Apache-2.0", "identifier": "Apache-2.0"],
                "description": .string(contract.http.description),
            ],
            "servers": [["url": "/"]],
            "security": [["bearer": []], .object([])],
            "paths": paths,
            "components": [
                "securitySchemes": [
                    "bearer": [
                        "type": "http",
                        "scheme": "bearer",
                        "description": "A token of gateway tokens create; a caller on the same machine may need none.",
                    ]
                ],
                "parameters": .object(contract.http.parameters),
                "headers": .object(contract.http.headers),
                "responses": responses,
                "schemas": schemas,
            ],
        ]
        return Contract.localised(document).withFormats
    }

    private var paths: JSONValue {
        var paths: [JSONValue.Member] = []
        for operation in operations {
            let member = JSONValue.Member(name: operation.verb, value: operation.value)
            if let place = paths.firstIndex(where: { $0.name == operation.path }) {
                let others = paths[place].value.members
                paths[place] = JSONValue.Member(name: operation.path, value: .object(others + [member]))
            } else {
                paths.append(JSONValue.Member(name: operation.path, value: .object([member])))
            }
        }
        return .object(paths)
    }

    /// Each response that is no success, once.
    private var responses: JSONValue {
        var known: [String: JSONValue] = [:]
        for problem in operations.flatMap(\.problems) { known[problem.name] = problem.value }
        return .object(known.sorted { $0.key < $1.key }.map { JSONValue.Member(name: $0.key, value: $0.value) })
    }

    private var schemas: JSONValue {
        let needed = contract.references(in: .array(operations.map(\.value)))
        let named = contract.localSchemas(needed)
        return .object(named + [JSONValue.Member(name: "problem", value: problem)] + [openMarketProblem])
    }

    /// RFC 9457: the members of the wire's error, and its message as the title.
    private var problem: JSONValue {
        let data = contract.schemas["error"]?["properties"]?["data"]?["properties"]?.members ?? []
        let title = JSONValue.Member(
            name: "title",
            value: ["type": "string", "description": "What kind of problem it is, for people."]
        )
        return [
            "title": "A problem",
            "description": "What HTTP itself refuses has title, status and detail only.",
            "type": "object",
            "required": ["title", "status", "detail"],
            "properties": .object([title] + data),
        ]
    }

    private var openMarketProblem: JSONValue.Member {
        JSONValue.Member(
            name: "openmarket.problem",
            value: [
                "title": "A problem as open-market clients read it",
                "allOf": [["$ref": "#/components/schemas/problem"]],
                "type": "object",
                "required": ["code", "message"],
                "properties": [
                    "code": ["type": "integer", "description": "The status."],
                    "message": ["type": "string", "description": "The detail."],
                ],
            ]
        )
    }
}
