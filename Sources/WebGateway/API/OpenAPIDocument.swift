internal import HTTPTypes
internal import Messages
internal import WireJSON

/// The OpenAPI 3.1 document of the resources: paths from their table, schemas from the contract of the services.
///
/// Source of the format: https://spec.openapis.org/oas/v3.1.0
struct OpenAPIDocument: Sendable {
    /// As it is served.
    let json: [UInt8]

    /// - Parameter contracts: The OpenRPC documents of the services, whose schemas have the names that the methods give them.
    init(of resources: [Resource], contracts: [[UInt8]]) {
        let reader = JSONReader(limits: .generous, holding: contracts.count)
        let documents = contracts.compactMap { try? reader.read($0) }
        var writer = JSONWriter(capacity: 1 << 18)
        writer.beginObject()
        writer.member("openapi", "3.1.0")
        writer.name("info")
        writer.object { writer in
            writer.member("title", "web-gateway")
            writer.member("version", ServiceIdentity.suiteVersion)
            writer.member("summary", "The services of Jangteo over HTTP.")
        }
        writer.name("paths")
        writer.object { writer in
            let paths = Dictionary(grouping: resources, by: \.path)
            for path in paths.keys.sorted() {
                writer.name(path)
                writer.object { writer in
                    for resource in paths[path] ?? [] { Self.write(resource, to: &writer) }
                }
            }
        }
        writer.name("components")
        writer.object { writer in
            writer.name("schemas")
            writer.object { writer in Self.writeSchemas(of: documents, to: &writer) }
        }
        writer.endObject()
        json = writer.bytes
    }

    /// Every schema once: those that several services have are the same.
    private static func writeSchemas(of documents: [JSONNode], to writer: inout JSONWriter) {
        var known: Set<String> = []
        for document in documents {
            guard let schemas = document["components"]?["schemas"] else { continue }
            for (name, schema) in schemas.members where known.insert(name).inserted {
                writer.name(name)
                writer.value(schema)
            }
        }
        writer.name("problem")
        writer.raw(Array(problem.utf8))
    }

    /// RFC 9457, with the members of the wire.
    private static let problem = """
        {"type":"object","required":["title","status","detail"],"properties":{"title":{"type":"string"},"status":{"type":"integer"},\
        "detail":{"type":"string"},"type":{"type":"string"},"reason":{"type":"string"},"retryable":{"type":"boolean"},\
        "outcome":{"enum":["applied","not_applied","unknown"]}}}
        """

    private static func write(_ resource: Resource, to writer: inout JSONWriter) {
        let method = resource.method.name
        writer.name(resource.verb.rawValue.lowercased())
        writer.object { writer in
            writer.member("operationId", method)
            writer.member("summary", resource.method.summary)
            writer.name("parameters")
            writer.beginArray()
            for parameter in resource.parameters { write(parameter, of: method, to: &writer) }
            if resource.isWrite { writer.raw(Array(idempotencyKey.utf8)) }
            writer.endArray()
            if resource.takesBody {
                writer.name("requestBody")
                writer.object { writer in
                    writer.member("required", true)
                    writer.content("application/json", schema: "\(method).params")
                }
            }
            writer.name("responses")
            writer.object { writer in
                writer.name("\(resource.success.code)")
                writer.object { writer in
                    writer.member("description", resource.isPicture ? "The picture." : "The result.")
                    if resource.isPicture {
                        writer.name("content")
                        writer.object { writer in
                            writer.name("image/*")
                            writer.object { _ in }
                        }
                    } else {
                        writer.content("application/json", schema: "\(method).result")
                    }
                }
                writer.name("default")
                writer.object { writer in
                    writer.member("description", "Why there is no result.")
                    writer.content("application/problem+json", schema: "problem")
                }
            }
        }
    }

    private static let idempotencyKey = """
        {"name":"Idempotency-Key","in":"header","required":false,"description":"The write under this key is done once.",\
        "schema":{"type":"string","minLength":1,"maxLength":128}}
        """

    private static func write(_ parameter: Resource.Parameter, of method: String, to writer: inout JSONWriter) {
        writer.object { writer in
            writer.member("name", parameter.name)
            writer.member("in", parameter.place.rawValue)
            writer.member("required", parameter.place == .path)
            writer.name("schema")
            writer.object { $0.member("$ref", "#/components/schemas/\(method).params/properties/\(parameter.member)") }
        }
    }
}

extension JSONWriter {
    /// Writes one object.
    fileprivate mutating func object(_ members: (inout JSONWriter) -> Void) {
        beginObject()
        members(&self)
        endObject()
    }

    /// Writes what a body holds.
    fileprivate mutating func content(_ type: String, schema: String) {
        name("content")
        object { writer in
            writer.name(type)
            writer.object { writer in
                writer.name("schema")
                writer.object { $0.member("$ref", "#/components/schemas/\(schema)") }
            }
        }
    }
}
