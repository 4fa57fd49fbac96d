// Made by scripts/generate from Protocols/contract and Protocols/schemas. Change those.

/// The params of `events.replay`.
package struct EventsReplayParams: SuiteMessage {
    /// What `limit` may be.
    package static let limitRange = 1...1000

    package var after: Int = 0
    package var limit: Int = 1000
    package var topics: [String]?

    package init() {}
    package init(after: Int, limit: Int = 1000, topics: [String]? = nil) {
        self.after = after
        self.limit = limit
        self.topics = topics
    }

    package mutating func members(_ members: inout Members) {
        members(
            "after",
            &after,
            .integer(in: 0...Int.max),
            "The position to start after, itself not included; 0 for the beginning."
        )
        members("limit", &limit, .integer(in: Self.limitRange), "At most this many.", need: .optional)
        members(
            "topics",
            &topics,
            .list(of: .text(bytes: 0...64), count: 1...64),
            "Only events whose topic begins with one of these prefixes of at most 64 bytes; absent: all."
        )
    }
}

/// The params of `service.outcome`.
package struct ServiceOutcomeParams: SuiteMessage {
    package var idempotencyKey: String = ""

    package init() {}
    package init(idempotencyKey: String) { self.idempotencyKey = idempotencyKey }

    package mutating func members(_ members: inout Members) {
        members(
            "idempotencykey",
            &idempotencyKey,
            .text(bytes: 1...128),
            "The key of the caller's own write, 1 to 128 bytes."
        )
    }
}
