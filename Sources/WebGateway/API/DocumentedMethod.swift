internal import Messages
internal import WireJSON

/// A method of an OpenRPC document.
struct DocumentedMethod {
    private static let maxReasonLength = 64

    let definition: MethodDefinition
    /// Where it is on HTTP.
    let path: String
    /// What is in the query of a GET.
    var query: [DocumentedParameter] { parameters.filter { $0.kind != nil } }

    private let parameters: [DocumentedParameter]
    private let result: JSONNode?
    /// The reasons of its errors, by status.
    private let errors: [Int: [String]]

    /// `nil` where its name cannot stand in a path.
    init?(_ node: JSONNode, as definition: MethodDefinition, of service: ServiceName, components: DocumentComponents) {
        let front = "\(service)."
        let name = definition.name
        guard name.isPlainWord else { return nil }
        self.definition = definition
        path = "/api/\(service)/\(name.hasPrefix(front) ? String(name.dropFirst(front.count)) : name)"
        var names: Set<String> = []
        let params = node["params"]?.elements.prefix(DocumentedParameter.maxCount)
        let named = params?.compactMap { components.parameter($0) } ?? []
        parameters = named.filter { names.insert($0.name).inserted }
        result = node["result"].map { components.resolve($0) }?["schema"]
        var errors: [Int: [String]] = [:]
        for error in node["errors"]?.elements.map({ components.resolve($0) }) ?? [] {
            guard let data = error["data"], let status = data["status"]?.integer,
                400...599 ~= status, let reason = data["reason"]?.string, reason.utf8.count <= Self.maxReasonLength
            else { continue }
            errors[status, default: []].append(reason)
        }
        self.errors = errors
    }

    /// Writes its path with what it takes there.
    func write(to writer: inout JSONWriter, of service: ServiceName) {
        writer.name(path)
        writer.object { writer in
            if definition.kind == .read, parameters.allSatisfy({ !$0.isRequired || $0.kind != nil }) {
                writer.object("get") { writer in
                    writeHead(definition.name, to: &writer, of: service)
                    writer.array("parameters", of: query) { writer, parameter in parameter.write(to: &writer) }
                    writeResponses(to: &writer)
                }
            }
            writer.object("post") { writer in
                // No name of a method has a colon.
                let suffix = definition.kind == .read ? ":post" : ""
                writeHead("\(definition.name)\(suffix)", to: &writer, of: service)
                if definition.kind == .write {
                    let key = #"[{"name":"Idempotency-Key","in":"header","schema":{"type":"string","minLength":1}}]"#
                    writer.member("parameters", raw: Array(key.utf8))
                }
                writer.object("requestBody") { writer in
                    writer.member("required", true)
                    Self.writeContent(to: &writer) { writeBody(to: &$0) }
                }
                writeResponses(to: &writer)
            }
        }
    }

    private func writeHead(_ name: String, to writer: inout JSONWriter, of service: ServiceName) {
        writer.member("operationId", name)
        writer.member("summary", definition.summary)
        writer.array("tags", of: [service.rawValue]) { writer, tag in writer.string(tag) }
    }

    private func writeBody(to writer: inout JSONWriter) {
        writer.object { writer in
            writer.member("type", "object")
            writer.object("properties") { writer in
                for parameter in parameters {
                    writer.name(parameter.name)
                    writer.writeSchema(parameter.schema)
                }
            }
            writer.array("required", of: parameters.filter(\.isRequired)) { writer, one in writer.string(one.name) }
        }
    }

    private func writeResponses(to writer: inout JSONWriter) {
        writer.object("responses") { writer in
            writer.object("200") { writer in
                writer.member("description", "The result.")
                Self.writeContent(to: &writer) { $0.writeSchema(result) }
            }
            for (status, reasons) in errors.sorted(by: { $0.key < $1.key }) {
                writer.name("\(status)")
                writer.object { writer in
                    writer.member("description", reasons.joined(separator: ", "))
                    Self.writeContent("application/problem+json", to: &writer) { writer in
                        writer.object { $0.member("type", "object") }
                    }
                }
            }
            writer.object("default") { $0.member("$ref", "#/components/responses/problem") }
        }
    }

    private static func writeContent(
        _ type: String = "application/json",
        to writer: inout JSONWriter,
        schema: (inout JSONWriter) -> Void
    ) {
        writer.object("content") { writer in
            writer.name(type)
            writer.object { writer in
                writer.name("schema")
                schema(&writer)
            }
        }
    }
}

/// A parameter of such a method.
struct DocumentedParameter {
    /// How many a method may have.
    static let maxCount = 64
    private static let maxNameBytes = 64
    private static let maxSummaryBytes = 1_024

    let name: String
    let isRequired: Bool
    let schema: JSONNode?
    /// What it is in a query; `nil` for what is no single value.
    let kind: Resource.Parameter.Kind?
    private let summary: String

    /// `nil` for a parameter without a name.
    init?(_ node: JSONNode, components: DocumentComponents) {
        let node = components.resolve(node)
        guard let name = node["name"]?.string, 1...Self.maxNameBytes ~= name.utf8.count else { return nil }
        self.name = name
        isRequired = node["required"]?.boolean ?? false
        summary = node["summary"]?.string.flatMap { $0.utf8.count <= Self.maxSummaryBytes ? $0 : nil } ?? ""
        schema = node["schema"]
        kind =
            switch schema.map({ components.resolve($0) })?["type"]?.string {
            case "string": .string
            case "integer": .integer
            case "number": .number
            case "boolean": .boolean
            default: nil
            }
    }

    /// As a route reads it.
    var resource: Resource.Parameter { .query(name, kind: kind ?? .string) }

    /// Writes it as a parameter of a query.
    func write(to writer: inout JSONWriter) {
        writer.object { writer in
            writer.member("name", name)
            writer.member("in", "query")
            writer.member("required", isRequired)
            writer.member("description", summary)
            writer.name("schema")
            writer.writeSchema(schema)
        }
    }
}

extension JSONWriter {
    /// Writes a schema; that of everything where there is none.
    fileprivate mutating func writeSchema(_ node: JSONNode?) {
        if let node, node.kind == .object { value(node) } else { object { _ in } }
    }
}
