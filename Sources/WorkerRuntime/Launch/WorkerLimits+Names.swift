internal import WorkerEngine

extension WorkerLimits {
    private typealias Field = (name: String, path: any WritableKeyPath<Self, Int> & Sendable, range: ClosedRange<Int>)

    /// Each limit's name on the command line, and the values it may have.
    private static let fields: [Field] = [
        ("messages-per-tick", \.messagesPerTick, 1...100_000),
        ("frames", \.frames, 1...15),
        ("json-bytes", \.jsonBytes, 1_024...(64 << 20)),
        ("frame-bytes", \.frameBytes, 1_024...(1 << 30)),
        ("requests-per-peer", \.requestsPerPeer, 1...1_000_000),
        ("requests", \.requests, 1...10_000_000),
        ("offloaded-per-peer", \.offloadedPerPeer, 1...1_000_000),
        ("offloaded", \.offloaded, 1...1_000_000),
        ("offloaded-bytes", \.offloadedBytes, 1_024...(1 << 40)),
        ("offloaded-at-once", \.offloadedAtOnce, 1...256),
        ("readings-per-peer", \.readingsPerPeer, 1...1_000_000),
        ("readings", \.readings, 1...1_000_000),
        ("readings-at-once", \.readingsAtOnce, 1...256),
        ("message-bytes", \.messageBytes, 1_024...(1 << 31)),
        ("json-depth", \.jsonDepth, 4...512),
        ("json-members", \.jsonMembers, 8...1_000_000),
        ("json-string-bytes", \.jsonStringBytes, 128...(64 << 20)),
        ("batch", \.batch, 1...100_000),
        ("unread-bytes-per-peer", \.unreadBytesPerPeer, 1_024...(1 << 40)),
        ("unread-bytes", \.unreadBytes, 1_024...(1 << 40)),
        ("handshake-ms", \.handshakeMilliseconds, 100...60_000),
        ("failed-connects", \.failedConnects, 1...1_000_000),
        ("new-connections", \.newConnections, 1...1_000_000),
        ("clients", \.clients, 1...1_000_000),
        ("connections-per-client", \.connectionsPerClient, 1...1_000_000),
        ("subscribers", \.subscribers, 1...1_000_000),
        ("subscribers-per-client", \.subscribersPerClient, 1...1_000_000),
        ("subscriber-queue-bytes", \.subscriberQueueBytes, 1_024...(1 << 40)),
        ("leaving-subscribers", \.leavingSubscribers, 1...1_000_000),
        ("subscription-bytes-per-peer", \.subscriptionBytesPerPeer, 256...(1 << 30)),
        ("subscription-bytes", \.subscriptionBytes, 256...(1 << 30)),
    ]

    /// The names of all limits, for a help text.
    static var names: String {
        fields.map(\.name).joined(separator: ", ")
    }

    /// Sets one limit.
    ///
    /// - Parameter text: `NAME=VALUE`.
    /// - Throws: ``WorkerError`` when the name is unknown or the value no number in its range.
    mutating func set(_ text: String) throws(WorkerError) {
        let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        guard let field = Self.fields.first(where: { $0.name == parts.first.map(String.init) }) else {
            throw WorkerError(.configuration, "\"\(text)\" names no limit; there are \(Self.names)")
        }
        guard parts.count == 2, let value = Int(parts[1]), field.range.contains(value) else {
            let range = "\(field.range.lowerBound) to \(field.range.upperBound)"
            throw WorkerError(.configuration, "the limit \(field.name) must be a number from \(range)")
        }
        self[keyPath: field.path] = value
    }
}
