package import WireJSON

/// The params of `events.replay`.
package struct EventsReplayParams: RequestParams, Sendable, Hashable {
    /// The most events that one call returns.
    package static let largestLimit = 1_000

    /// The position to begin after, from 0.
    package var after: Int
    /// The most events to return, 1…1000.
    package var limit: Int
    /// Topic prefixes, with one of which an event's topic must begin; `nil` for all.
    package var topics: [String]?

    /// Creates params.
    package init(after: Int, limit: Int = largestLimit, topics: [String]? = nil) {
        self.after = after
        self.limit = limit
        self.topics = topics
    }

    /// Reads the params.
    package init(from reader: inout ParamsReader) {
        after = reader.integer("after", in: 0...Int.max)
        limit = reader.integer("limit", in: 1...Self.largestLimit, absent: Self.largestLimit)
        guard let member = reader.member("topics") else { return }
        var prefixes: [String] = []
        for (index, element) in member.elements.enumerated() {
            guard let prefix = element.string else {
                reader.violate("topics", String(index), reason: .type, detail: "topics[\(index)] must be a string")
                continue
            }
            prefixes.append(prefix)
        }
        topics = prefixes
        if member.kind != .array {
            reader.violate("topics", reason: .type, detail: "topics must be an array of strings")
        } else if !(1...64).contains(member.count) {
            reader.violate("topics", reason: .range, detail: "topics must have 1 to 64 prefixes")
        } else if prefixes.contains(where: { $0.utf8.count > EventTopic.longest }) {
            reader.violate("topics", reason: .malformed, detail: "a prefix has at most \(EventTopic.longest) bytes")
        }
    }

    /// Writes the params.
    package func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("after", after)
        writer.member("limit", limit)
        if let topics {
            writer.name("topics")
            writer.beginArray()
            for topic in topics { writer.string(topic) }
            writer.endArray()
        }
        writer.endObject()
    }
}
