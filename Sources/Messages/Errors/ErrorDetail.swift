import WireJSON

/// A member of an error's `data` that only the domain of its service knows.
package struct ErrorDetail: Sendable, Hashable {
    /// The member's name.
    let name: String
    /// Its value, one JSON text.
    let json: [UInt8]

    init(_ name: String, _ value: JSONNode) {
        (self.name, json) = (name, value.jsonBytes)
    }

    init(_ name: String, _ values: [some JSONWritable]) {
        var writer = JSONWriter()
        writer.beginArray()
        for value in values { value.write(to: &writer) }
        writer.endArray()
        (self.name, json) = (name, writer.bytes)
    }
}

extension RPCError {
    /// What `read` makes of the elements of a detail that is an array; empty where there is none.
    func details<Value>(_ name: String, _ read: (JSONNode) -> Value?) -> [Value] {
        guard let detail = details.first(where: { $0.name == name }) else { return [] }
        // What has come was within the limits of its message already.
        let limits = JSONLimits(bytes: Int(Int32.max), depth: 128, members: 4_096)
        return (try? JSONReader(limits: limits).read(detail.json))?.elements.compactMap(read) ?? []
    }

    /// Adds the members of a message; those whose names every error may have are left out.
    mutating func addDetails(_ message: some Message) {
        guard let node = try? JSONReader(limits: .generous).read(message.jsonBytes) else { return }
        details += node.members.filter { !Self.envelopeMembers.contains($0.name) }.map {
            ErrorDetail($0.name, $0.value)
        }
    }

    /// The details as a message; `nil` when they are not one.
    func detail<Details: Message>(as _: Details.Type) -> Details? {
        let text = JSONWriter.object { writer in
            for detail in details {
                writer.name(detail.name)
                writer.raw(detail.json)
            }
        }
        return (try? JSONReader(limits: .generous).read(text)).flatMap { Details($0) }
    }

    /// Replaces a detail that is an array; one without elements is not there.
    mutating func setDetails(_ name: String, _ values: [some JSONWritable]) {
        details.removeAll { $0.name == name }
        if !values.isEmpty { details.append(ErrorDetail(name, values)) }
    }
}
