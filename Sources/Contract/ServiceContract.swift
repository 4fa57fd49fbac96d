package import Messages
package import WireJSON

/// What a service promises, as its methods declare it: the OpenRPC document that `rpc.discover` returns.
///
/// It is made at the start of the service, of the functions that read and write its messages, so that it can say
/// nothing else than what they do. See <https://spec.open-rpc.org>, version 1.3.2.
package struct ServiceContract {
    private let name: ServiceName
    private let summary: String
    private let version: String
    private let methods: [MethodDeclaration]
    private let hasStream: Bool

    /// - Parameters:
    ///   - api: The service.
    ///   - methods: Its own methods.
    ///   - hasStream: Whether it publishes events.
    package init(of api: any ServiceAPI.Type, methods: [MethodDeclaration], hasStream: Bool) {
        (name, summary, version) = (api.name, api.summary, api.version)
        self.methods = methods
        self.hasStream = hasStream
    }

    /// The document, one JSON value.
    package func openRPC() throws(JSONError) -> [UInt8] {
        let common = try JSONReader(limits: .generous).read(PackageResources.common_openrpc_json)
        return JSONWriter.object { writer in
            writer.member("openrpc", "1.3.2")
            writer.object("info") { writer in
                writer.member("title", name.program)
                writer.member("version", version)
                writer.member("description", summary)
            }
            writer.array("methods") { writer in
                for method in methods { write(method, to: &writer) }
                for method in common["methods"]?.elements.map(\.self) ?? [] where isThere(method) {
                    method.write(to: &writer)
                }
            }
            writer.object("components") { writer in
                writer.object("schemas") { writer in
                    for method in methods { writeSchemas(of: method, to: &writer) }
                    writeEvents(to: &writer)
                    writeAll(common["components"]?["schemas"], to: &writer)
                }
                writer.object("errors") { writer in
                    for error in ownErrors { write(error, to: &writer) }
                    writeAll(common["components"]?["errors"], to: &writer)
                }
            }
            writer.array("x-events") { writer in
                for event in events { write(event, to: &writer) }
            }
        }
    }

    /// Whether the service has one of the methods that all may have.
    private func isThere(_ method: JSONNode) -> Bool {
        hasStream || ![ServiceMethod.replay.name, ServiceMethod.outcome.name].contains(method["name"]?.string)
    }

    private func writeAll(_ members: JSONNode?, to writer: inout JSONWriter) {
        guard let members else { return }
        for (name, value) in members.members {
            writer.name(name)
            value.write(to: &writer)
        }
    }

    // MARK: Methods

    private func write(_ method: MethodDeclaration, to writer: inout JSONWriter) {
        let definition = method.definition
        writer.object { writer in
            writer.member("name", definition.name)
            writer.member("summary", definition.summary)
            writer.member("paramStructure", "by-name")
            writer.array("params", of: method.params.schema.members) { writer, param in
                writer.object { writer in
                    writer.member("name", param.name)
                    writer.member("summary", param.about)
                    writer.member("required", param.isRequired)
                    writer.name("schema")
                    param.type.write(to: &writer)
                }
            }
            writer.object("result") { writer in
                writer.member("name", "result")
                writeReference("schema", to: "schemas/\(definition.name).result", into: &writer)
            }
            writer.array("errors", of: errors(of: method)) { writer, reason in
                writer.object { writer in writer.member("$ref", "#/components/errors/\(reason.word)") }
            }
            if let example = method.example { write(example, to: &writer) }
            writer.member("x-kind", definition.kind.rawValue)
            writer.member("x-role", definition.role.rawValue)
            if !method.events.isEmpty { writer.member("x-events", method.events.map(\.type)) }
        }
    }

    private func write(_ example: any Message, to writer: inout JSONWriter) {
        guard let params = try? JSONReader(limits: .generous).read(example.jsonBytes) else { return }
        writer.array("examples") { writer in
            writer.object { writer in
                writer.member("name", "example")
                writer.array("params", of: params.members) { writer, param in
                    writer.object { writer in
                        writer.member("name", param.name)
                        writer.name("value")
                        param.value.write(to: &writer)
                    }
                }
            }
        }
    }

    private func writeReference(_ name: StaticString, to component: String, into writer: inout JSONWriter) {
        writer.object(name) { writer in writer.member("$ref", "#/components/\(component)") }
    }

    private func writeSchemas(of method: MethodDeclaration, to writer: inout JSONWriter) {
        for (kind, message) in [("params", method.params), ("result", method.result)] {
            writer.name("\(method.definition.name).\(kind)")
            message.schema.write(to: &writer)
        }
    }

    /// What a method may be refused for: its own errors, and those that the engine has for any of its kind.
    private func errors(of method: MethodDeclaration) -> [ErrorReason] {
        let definition = method.definition
        var reasons: [ErrorReason] = method.params.schema.members.isEmpty ? [] : [.invalidParams]
        reasons += method.errors
        reasons += [.invalidRequest, .payloadTooLarge, .deadlineExceeded, .overloaded, .unauthenticated]
        if definition.role != .read { reasons.append(.permissionDenied) }
        reasons += [.internal, .unavailable]
        switch definition.kind {
        case .read: return hasStream ? reasons + [.behind] : reasons
        case .write: return reasons + [.notActive, .storageUnavailable, .commitUnknown, .idempotencyKeyReused]
        }
    }

    // MARK: Errors and events

    private var ownErrors: [ErrorReason] {
        var seen: Set<ErrorReason> = []
        return methods.flatMap(\.errors).filter { $0.code > 0 && seen.insert($0).inserted }
    }

    private func write(_ error: ErrorReason, to writer: inout JSONWriter) {
        writer.name(error.word)
        writer.object { writer in
            writer.member("code", error.code)
            writer.member("message", error.summary)
            writer.object("data") { writer in
                writer.member("type", error.problemType)
                writer.member("status", error.status)
                writer.member("reason", error.word)
                writer.member("outcome", error.outcome.rawValue)
            }
            writer.member("x-retry", error.retry.rawValue)
            writer.member("x-final", error.isFinal)
        }
    }

    private var events: [any EventDeclaration] {
        var seen: Set<String> = []
        return methods.flatMap(\.events).filter { seen.insert($0.type).inserted }
    }

    private func writeEvents(to writer: inout JSONWriter) {
        for event in events {
            writer.name(event.type)
            event.data.schema.write(to: &writer)
        }
    }

    private func write(_ event: any EventDeclaration, to writer: inout JSONWriter) {
        writer.object { writer in
            writer.member("type", event.type)
            writer.member("summary", event.summary)
            writeReference("data", to: "schemas/\(event.type)", into: &writer)
        }
    }
}
