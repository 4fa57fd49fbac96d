internal import WireJSON

/// What a file of an outbox says.
struct OutboxContent: Sendable, Hashable {
    /// Those that were begun and not ended, in their order.
    private(set) var writes: [OutboxEntry] = []
    /// Those of them that were done, and whose results nobody has read.
    private(set) var answered: Set<OutboxEntry.ID> = []
    /// How many whole lines make no sense to this program: of a newer one, or damaged.
    private(set) var unreadable = 0
    /// The bytes of the whole lines.
    ///
    /// What follows was cut short by a crash, and the write it was to record was not sent.
    private(set) var size = 0

    /// Whether nothing in it is worth keeping.
    var isEmpty: Bool { writes.isEmpty && unreadable == 0 }

    init(_ bytes: [UInt8]) {
        var begun: [OutboxEntry.ID: OutboxEntry] = [:]
        var order: [OutboxEntry.ID] = []
        var rest = bytes[...]
        while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
            let line = rest[..<end]
            rest = rest[(end + 1)...]
            switch OutboxRecord(line) {
            case .begun(let write):
                if begun.updateValue(write, forKey: write.id) == nil { order.append(write.id) }
            case .ended(let id):
                begun[id] = nil
            case .answered(let id):
                answered.insert(id)
            case nil: unreadable += 1
            }
        }
        size = bytes.count - rest.count
        var seen: Set<OutboxEntry.ID> = []
        writes = order.compactMap { id in seen.insert(id).inserted ? begun[id] : nil }
        answered.formIntersection(writes.map(\.id))
    }
}

/// What is remembered of an attachment: enough to find it again, and to know that it is the same.
package struct OutboxAttachment: Sendable, Hashable {
    /// SHA-256 of its bytes, 64 lower-case hexadecimal digits.
    package let hash: String
    /// The absolute path of the file; `nil` when it came from none.
    package let path: String?

    package init(hash: String, path: String?) {
        self.hash = hash
        self.path = path
    }

    init?(_ node: JSONNode) {
        guard let hash = node["sha256"]?.string else { return nil }
        self.hash = hash
        path = node["path"]?.string
    }

    func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("sha256", hash)
        if let path { writer.member("path", path) }
        writer.endObject()
    }
}
