package import WireJSON

/// What the contract says about a method: `Protocols/contract`.
package struct MethodDefinition: Sendable, Hashable, JSONWritable {
    /// Its name on the wire, such as `juice.order`.
    package let name: String
    /// Whether it changes anything.
    package let kind: MethodKind
    /// What a caller has to be.
    package let role: PeerRole
    /// One sentence.
    package let summary: String
    /// The member of its params that is an idempotency key; `nil` for none.
    package let keyParameter: String?
    /// The member of its result that is the version of what was read, which a later write names; `nil` for none.
    package let versionMember: String?

    package init(
        _ name: String,
        _ kind: MethodKind,
        for role: PeerRole,
        _ summary: String,
        keyParameter: String? = nil,
        versionMember: String? = nil
    ) {
        (self.name, self.kind, self.role, self.summary) = (name, kind, role, summary)
        (self.keyParameter, self.versionMember) = (keyParameter, versionMember)
    }

    /// Reads a method as `service.info` has it; what is not known of it counts as the most: a write, for an operator.
    ///
    /// `nil` for a method without a name.
    package init?(_ node: JSONNode) {
        guard let name = node["name"]?.string else { return nil }
        self.init(
            name,
            (node["kind"]?.string).flatMap(MethodKind.init) ?? .write,
            for: (node["role"]?.string).flatMap(PeerRole.init) ?? .operate,
            node["summary"]?.string ?? ""
        )
    }

    // Dictionaries have methods in their keys; a name tells one from the others, and its summary is long.
    package func hash(into hasher: inout Hasher) { hasher.combine(name) }

    private static let byName = Dictionary(all.map { ($0.name, $0) }) { first, _ in first }

    /// The method of a name on the wire; `nil` when the contract has none of it.
    package static func named(_ name: String) -> MethodDefinition? { byName[name] }

    /// Writes the definition as `service.info` has it.
    package func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("name", name)
        writer.member("kind", kind.rawValue)
        writer.member("role", role.rawValue)
        writer.member("summary", summary)
        writer.endObject()
    }
}

/// Whether a method changes anything, which decides whether a call of it needs an idempotency key.
package enum MethodKind: String, Sendable, Hashable {
    /// It changes nothing: sending it again does no harm.
    case read
    /// It changes something: sending it again without a key may do it twice.
    case write
}
