internal import Messages
internal import WireJSON

/// The OpenRPC document of a service as HTTP has it: what reads take in the query, and an OpenAPI document.
///
/// All of it is data from a peer: what cannot be used is left out, and what would become much larger than it was is
/// refused.
///
/// Sources: https://spec.open-rpc.org and https://spec.openapis.org/oas/v3.1.0
struct ServiceDocument: Sendable {
    /// Many methods may refer to the same parameter, so a document can grow.
    private static let maxBytes = 4 << 20
    /// A service has components of its own, and these must not have the name of one.
    private static let security = #"{"bearer":{"type":"http","scheme":"bearer"}}"#
    private static let responses =
        #"{"problem":{"description":"A problem (RFC 9457).","content":{"application/problem+json":{"schema":{"type":"object"}}}}}"#

    /// What reads take in the query, by the method's name.
    let parameters: [String: [Resource.Parameter]]
    /// One JSON object.
    let openAPI: [UInt8]

    /// - Parameters:
    ///   - root: The result of `rpc.discover`.
    ///   - info: What `service.info` says: methods that it does not have are left out.
    init?(_ root: JSONNode, of service: ServiceName, info: ServiceInfo) {
        guard let list = root["methods"], list.kind == .array else { return nil }
        let components = DocumentComponents(root["components"])
        var methods: [String: DocumentedMethod] = [:]
        for node in list.elements {
            let method = (node["name"]?.string).flatMap { info.methods[$0] }.flatMap { definition in
                DocumentedMethod(node, as: definition, of: service, components: components)
            }
            if let method { methods[method.path] = method }
        }
        parameters = Dictionary(methods.values.map { ($0.definition.name, $0.query.map(\.resource)) }) { $1 }
        openAPI = JSONWriter.object { writer in
            writer.member("openapi", "3.1.0")
            writer.object("info") { writer in
                writer.member("title", info.name)
                writer.member("version", info.version)
                writer.member("description", info.summary)
            }
            writer.member("servers", raw: Array(#"[{"url":"/"}]"#.utf8))
            writer.member("security", raw: Array(#"[{"bearer":[]},{}]"#.utf8))
            writer.object("paths") { writer in
                for method in methods.values.sorted(by: { $0.path < $1.path })
                where writer.bytes.count < Self.maxBytes {
                    method.write(to: &writer, of: service)
                }
            }
            writer.object("components") { writer in
                writer.member("securitySchemes", raw: Array(Self.security.utf8))
                writer.member("responses", raw: Array(Self.responses.utf8))
                writer.object("schemas") { writer in
                    for (name, schema) in components.schemas {
                        writer.name(name)
                        writer.value(schema)
                    }
                }
            }
        }
        guard openAPI.count <= Self.maxBytes else { return nil }
    }
}

/// What an OpenRPC document refers to.
struct DocumentComponents {
    /// The schemas whose names OpenAPI takes, to which `$ref` leads there as it does here.
    let schemas: [(name: String, value: JSONNode)]
    private var targets: [String: JSONNode] = [:]
    /// Those that are referred to, each read once: any number of methods may do so.
    private var parameters: [String: DocumentedParameter] = [:]

    init(_ node: JSONNode?) {
        schemas = node?["schemas"]?.members.filter { $0.name.isPlainWord }.map { ($0.name, $0.value) } ?? []
        for kind in ["schemas", "errors", "contentDescriptors"] {
            for (name, value) in node?[kind]?.members.map({ ($0.name, $0.value) }) ?? [] {
                targets["#/components/\(kind)/\(name)"] = value
            }
        }
        for (name, value) in node?["contentDescriptors"]?.members.map({ ($0.name, $0.value) }) ?? [] {
            parameters["#/components/contentDescriptors/\(name)"] = DocumentedParameter(value, components: self)
        }
    }

    /// A parameter of a method, or that to which it refers.
    func parameter(_ node: JSONNode) -> DocumentedParameter? {
        if let reference = node["$ref"]?.string { return parameters[reference] }
        return DocumentedParameter(node, components: self)
    }

    /// A node, or that to which it refers.
    func resolve(_ node: JSONNode) -> JSONNode { node["$ref"]?.string.flatMap { targets[$0] } ?? node }
}

extension String {
    /// Whether it can stand in a path and name a component as it is.
    var isPlainWord: Bool {
        !isEmpty
            && utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                    UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "-"):
                    true
                default: false
                }
            }
    }
}
