// Made by scripts/generate from Protocols/contract and Protocols/schemas. Change those.

package import WireJSON

/// The params of `events.replay`.
package struct EventsReplayParams: RequestParams, Sendable, Hashable {
    /// What `limit` may be.
    package static let limitRange = 1...1000

    /// The position to start after, itself not included; 0 for the beginning.
    package var after: Int
    /// At most this many.
    package var limit: Int
    /// Only events whose topic begins with one of these prefixes of at most 64 bytes; absent: all.
    package var topics: [String]?

    package init(after: Int, limit: Int = 1000, topics: [String]? = nil) {
        self.after = after
        self.limit = limit
        self.topics = topics
    }

    package init(from reader: inout ParamsReader) {
        after = reader.integer("after", in: 0...Int.max)
        limit = reader.integer("limit", in: Self.limitRange, absent: 1000)
        topics = reader.optionalStrings("topics", count: 1...64, maxLength: 64)
    }

    package func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("after", after)
        writer.member("limit", limit)
        if let topics { writer.member("topics", topics) }
        writer.endObject()
    }
}

/// The params of `service.outcome`.
package struct ServiceOutcomeParams: RequestParams, Sendable, Hashable {
    /// The longest `idempotencykey`, in bytes of UTF-8.
    package static let idempotencyKeyMaxLength = 128

    /// The key of the caller's own write, 1 to 128 bytes.
    package var idempotencyKey: String

    package init(idempotencyKey: String) {
        self.idempotencyKey = idempotencyKey
    }

    package init(from reader: inout ParamsReader) {
        idempotencyKey = reader.string("idempotencykey", maxLength: Self.idempotencyKeyMaxLength)
    }

    package func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("idempotencykey", idempotencyKey)
        writer.endObject()
    }
}
