internal import Messages
internal import WireJSON

/// One line of a file of an outbox.
enum OutboxRecord: Sendable, Hashable {
    /// The write is about to be sent.
    case begun(OutboxEntry)
    /// Its end is known, or nobody wants to know it any more.
    case ended(OutboxEntry.ID)
    /// It was done, and its result has still to be read.
    case answered(OutboxEntry.ID)

    /// Reads a line; `nil` when it is none, such as one that was cut short.
    init?(_ line: some Sequence<UInt8>) {
        guard let node = try? JSONReader(limits: .outbox).read(Array(line)) else { return nil }
        if let write = node["begun"] {
            guard let write = OutboxEntry(write) else { return nil }
            self = .begun(write)
            return
        }
        if let id = Self.id(node["ended"]) {
            self = .ended(id)
        } else if let id = Self.id(node["answered"]) {
            self = .answered(id)
        } else {
            return nil
        }
    }

    private static func id(_ node: JSONNode?) -> OutboxEntry.ID? {
        guard let key = node?["key"]?.string,
            let service = node?["service"]?.string.flatMap(ServiceName.init(rawValue:))
        else { return nil }
        return OutboxEntry.ID(key: key, service: service)
    }

    /// The line with its end.
    var line: [UInt8] {
        var writer = JSONWriter()
        writer.beginObject()
        switch self {
        case .begun(let write):
            writer.object("begun") { writer in write.writeMembers(to: &writer) }
        case .ended(let id): Self.write("ended", id: id, to: &writer)
        case .answered(let id): Self.write("answered", id: id, to: &writer)
        }
        writer.endObject()
        return writer.bytes + [UInt8(ascii: "\n")]
    }

    private static func write(_ name: StaticString, id: OutboxEntry.ID, to writer: inout JSONWriter) {
        writer.name(name)
        writer.beginObject()
        writer.member("key", id.key)
        writer.member("service", id.service.rawValue)
        writer.endObject()
    }
}

extension JSONLimits {
    /// For what the outbox has written itself: as large as a message gets, and no stricter.
    static let outbox = JSONLimits(bytes: 1 << 20, depth: 512, members: 1 << 20)
}
