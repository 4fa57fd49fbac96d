internal import WireJSON

/// JSON without what must not be written to a disk or shown.
package enum WithheldSecrets {
    /// The members that are never kept.
    package static let name = "secret"

    /// Some params, or another object, without their secrets, and whether there were any.
    ///
    /// What cannot be read is kept as a whole by nobody: it counts as secret.
    package static func of(_ params: [UInt8]?) -> (params: [UInt8]?, isWithheld: Bool) {
        guard let params else { return (nil, false) }
        guard let node = try? JSONReader(limits: .outbox).read(params) else { return (nil, true) }
        guard holdsSecret(node) else { return (params, false) }
        var writer = JSONWriter()
        write(node, to: &writer)
        return (writer.bytes, true)
    }

    // Both recurse once per level, which the reader's limit on depth bounds.
    private static func holdsSecret(_ node: JSONNode) -> Bool {
        node.members.contains { $0.name == name || holdsSecret($0.value) } || node.elements.contains(where: holdsSecret)
    }

    private static func write(_ node: JSONNode, to writer: inout JSONWriter) {
        switch node.kind {
        case .object:
            writer.beginObject()
            for (member, value) in node.members where member != name {
                writer.name(member)
                write(value, to: &writer)
            }
            writer.endObject()
        case .array:
            writer.beginArray()
            for element in node.elements { write(element, to: &writer) }
            writer.endArray()
        default:
            writer.value(node)
        }
    }
}
