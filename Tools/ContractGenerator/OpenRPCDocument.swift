/// The OpenRPC document of a service, which `rpc.discover` returns.
struct OpenRPCDocument {
    let service: ServiceContract
    let contract: Contract
    let version: String

    var value: JSONValue {
        let methods = contract.methods(of: service)
        return [
            "openrpc": "1.3.2",
            "info": [
                "title": .string("\(service.name)-service"),
                "version": .string(version),
                "license": ["name": "Apache-2.0", "url": "https://www.apache.org/licenses/LICENSE-2.0"],
                "description": .string(description),
            ],
            "servers": [
                [
                    "name": "rpc",
                    "summary": "ROUTER socket, ZMTP 3.1; connect with REQ or DEALER.",
                    "url": .string("ipc://${runDir}/\(service.name).rpc"),
                    "variables": [
                        "runDir": [
                            "default": "/run/user/1000/jangteo",
                            "description": "The run directory of the suite.",
                        ]
                    ],
                ]
            ],
            "methods": .array(methods.map(method)),
            "components": ["schemas": schemas(of: methods), "errors": errors(of: methods)],
        ]
    }

    /// What the document of any service has, for those that are made at run time: the methods that all have, without
    /// examples, and what they refer to.
    static func common(_ contract: Contract) -> JSONValue {
        let document = OpenRPCDocument(service: .any, contract: contract, version: contract.version)
        let methods = contract.methods(of: .any)
        return [
            "methods": .array(
                methods.map { method in
                    .object(document.method(method).members.filter { $0.name != "examples" })
                }
            ),
            "components": ["schemas": document.schemas(of: methods), "errors": document.errors(of: methods)],
        ]
    }

    private var description: String {
        let pages = service.hasStream ? "envelope.md, events.md and" : "envelope.md and"
        return "\(service.description.dropLast()), over ZeroMQ. The transport, the envelope and the rules that no "
            + "schema can say are in \(pages) \(service.name).md."
    }

    private func method(_ method: MethodContract) -> JSONValue {
        let schema = contract.schemas[method.paramsSchema]
        let required = schema?["required"]?.elements ?? []
        let properties = schema?["properties"]?.members ?? []
        return [
            "name": .string(method.name),
            "summary": .string(method.summary),
            "paramStructure": "by-name",
            "params": .array(
                properties.map { property in
                    [
                        "name": .string(property.name),
                        "summary": property.value["description"] ?? "",
                        "required": .boolean(required.contains(.string(property.name))),
                        "schema": contract.paramSchema(property.name, of: method),
                    ]
                }
            ),
            "result": ["name": "result", "schema": reference("schemas/\(method.resultSchema)")],
            "errors": .array(contract.errors(of: method, in: service).map { reference("errors/\($0)") }),
            "examples": [
                [
                    "name": "example",
                    "params": .array(
                        method.example.params.members.map { ["name": .string($0.name), "value": $0.value] }
                    ),
                    "result": ["name": "result", "value": method.example.result],
                ]
            ],
            "x-kind": .string(method.kind),
            "x-role": .string(method.role),
        ]
    }

    private func reference(_ component: String) -> JSONValue {
        ["$ref": .string("#/components/" + component)]
    }

    private func schemas(of methods: [MethodContract]) -> JSONValue {
        var names = ["request", "reply"] + (service.hasStream ? ["cloudevent", "marker"] : [])
        names += methods.flatMap { [$0.paramsSchema, $0.resultSchema] }
        return .object(contract.localSchemas(names))
    }

    private func errors(of methods: [MethodContract]) -> JSONValue {
        let needed = Set(methods.flatMap { contract.errors(of: $0, in: service) })
        // The services that make their document at run time need those of every kind of method.
        let isNeeded = { (error: ErrorContract) in
            needed.contains(error.reason) || service.name.isEmpty && error.code < 0
        }
        return .object(
            contract.errors.filter(isNeeded)
                .map { error in
                    let data: JSONValue = [
                        "type": .string(error.problemType),
                        "status": .number(String(error.status)),
                        "reason": .string(error.reason),
                        "outcome": .string(error.outcome),
                    ]
                    let value: JSONValue = [
                        "code": .number(String(error.code)), "message": .string(error.message), "data": data,
                    ]
                    return JSONValue.Member(name: error.reason, value: value)
                }
        )
    }
}
