package import WireJSON

/// What a service says of itself, as its clients read it: the result of `service.info`.
package struct ServiceInfo: Sendable, Hashable {
    /// The program, such as `juice-service`.
    package let name: String
    /// The version of the service, SemVer.
    package let version: String
    /// What the service does, in one sentence.
    package let summary: String
    /// Its methods, those that every service has included, by their names.
    package let methods: [String: MethodDefinition]
    /// Whether it publishes events.
    package let hasStream: Bool
    /// The types of its events; empty where the service is older than this list.
    package let eventTypes: [String]
    /// The SHA-256 of its OpenRPC document, in hexadecimal digits; `nil` where the service is older than this member.
    package let contract: String?

    /// Reads the result of `service.info`; `nil` when it is none.
    package init?(_ node: JSONNode) {
        guard let identity = ServiceIdentity(node), let methods = node["methods"], methods.kind == .array else {
            return nil
        }
        (name, version) = (identity.name, identity.version)
        summary = node["description"]?.string ?? ""
        let known = methods.elements.compactMap { MethodDefinition($0) }
        self.methods = Dictionary(known.map { ($0.name, $0) }) { first, _ in first }
        hasStream = node["stream"]?.boolean ?? ((node["endpoints"]?["events"]?.count ?? 0) > 0)
        eventTypes = node["events"]?.elements.compactMap(\.string) ?? []
        contract = node["contract"]?.string
    }

    /// A method that the service lists; what all services have is as this program knows it, whatever is said of it.
    package func method(_ name: String) -> MethodDefinition? {
        guard let listed = methods[name] else { return nil }
        return MethodDefinition.named(name) ?? listed
    }

    /// Whether a method changes anything.
    ///
    /// What the service does not list counts as a write: a key on a read costs nothing, and a write without one
    /// cannot be sent again safely.
    package func kind(of method: String) -> MethodKind { methods[method]?.kind ?? .write }
}
