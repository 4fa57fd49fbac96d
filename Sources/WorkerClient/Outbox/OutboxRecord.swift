internal import Messages
internal import WireJSON

/// One line of a file of an outbox.
enum OutboxRecord: Sendable, Hashable {
    /// The write is about to be sent.
    case begun(OutboxEntry)
    /// Its end is known, or nobody wants to know it any more.
    case ended(OutboxEntry.ID)

    /// Reads a line; `nil` when it is none, such as one that was cut short.
    init?(_ line: some Sequence<UInt8>) {
        guard let node = try? JSONReader(limits: .outbox).read(Array(line)) else { return nil }
        if let write = node["begun"] {
            guard let write = OutboxEntry(write) else { return nil }
            self = .begun(write)
            return
        }
        guard let ended = node["ended"], let key = ended["key"]?.string,
            let service = ended["service"]?.string.flatMap(ServiceName.init(rawValue:))
        else { return nil }
        self = .ended(OutboxEntry.ID(key: key, service: service))
    }

    /// The line with its end.
    var line: [UInt8] {
        var writer = JSONWriter()
        writer.beginObject()
        switch self {
        case .begun(let write):
            writer.name("begun")
            writer.beginObject()
            write.writeMembers(to: &writer)
            writer.endObject()
        case .ended(let id):
            writer.name("ended")
            writer.beginObject()
            writer.member("key", id.key)
            writer.member("service", id.service.rawValue)
            writer.endObject()
        }
        writer.endObject()
        return writer.bytes + [UInt8(ascii: "\n")]
    }
}

extension JSONLimits {
    /// For what the outbox has written itself: as large as a message gets, and no stricter.
    static let outbox = JSONLimits(bytes: 1 << 20, depth: 512, members: 1 << 20)
}
