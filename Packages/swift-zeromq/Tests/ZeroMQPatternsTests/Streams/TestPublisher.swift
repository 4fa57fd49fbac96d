import ZeroMQ

@testable import ZeroMQPatterns

/// A publisher of a stream, on the thread of its node.
actor TestPublisher {
    /// Where it publishes.
    private(set) var events = ZMQEndpoint.tcp(host: "127.0.0.1", port: 0)
    nonisolated let replays = ZMQEndpoint.inproc(name: "replays")
    nonisolated var unownedExecutor: UnownedSerialExecutor { node.asUnownedSerialExecutor() }

    private let node: ZMQNode
    private(set) var history: EventHistory
    private var authenticator: ZMQAuthenticator?
    private var publishing: XPubSocket?
    private var replaying: RouterSocket?
    /// Requests for the past that get no answer.
    private var unanswered = 0
    /// How many subscribers have joined.
    private(set) var joined = 0

    init(_ node: ZMQNode, _ history: EventHistory) {
        self.node = node
        self.history = history
    }

    /// Lends one that answers for the past until `body` ends.
    static func with<R: Sendable>(
        _ history: EventHistory = EventHistory(of: "stock/"),
        _ body: (TestPublisher) async throws -> R
    ) async throws -> R {
        try await ZMQNode.withNode(name: "publisher") { node in
            let publisher = TestPublisher(node, history)
            try await publisher.bind()
            return try await withThrowingTaskGroup { group in
                group.addTask { try await publisher.serve() }
                group.addTask { try await publisher.answer() }
                let result = try await body(publisher)
                group.cancelAll()
                return result
            }
        }
    }

    /// Lends a subscription to its stream.
    nonisolated func withSubscription<R: Sendable>(
        from start: StreamStart = .now,
        _ options: StreamSubscriptionOptions = StreamSubscriptionOptions(),
        _ body: (StreamSubscription<StreamElement<PublishedEvent>>) async throws -> R
    ) async throws -> R {
        let events = await events
        return try await node.withSubscription(
            to: "stock/",
            at: events,
            replaysFrom: [replays],
            from: start,
            options: options,
            body: body
        )
    }

    /// Lends the same from inside, begun now.
    nonisolated func withFeed(
        _ options: StreamSubscriptionOptions,
        _ body: (StreamFeed<FramedStreamCodec>) async throws -> Void
    ) async throws {
        let loop = try await StreamLoop(
            of: "stock/",
            at: events,
            replaysFrom: [replays],
            from: .now,
            options: options,
            on: node
        )
        let feed = StreamFeed(loop, on: node)
        try await feed.open()
        try await body(feed)
        await feed.close()
    }

    private func bind() throws {
        authenticator = try node.makeAuthenticator { _ in .admitted(userID: "anybody") }
        let (publishing, replaying) = (try node.makeXPub(), try node.makeRouter())
        events = try publishing.bind(events, security: .unencrypted(domain: "test"))
        try replaying.bind(replays)
        (self.publishing, self.replaying) = (publishing, replaying)
    }

    /// Cuts all connections, with what is on its way, and is there again.
    func restart() async throws {
        publishing?.close()
        let next = try node.makeXPub()
        while true {
            do {
                _ = try next.bind(events, security: .unencrypted(domain: "test"))
                break
            } catch  where error.code == .addressInUse {
                // A moment later it is free.
                await Task.yield()
            }
        }
        publishing = next
    }

    /// Publishes events whose payload is their number.
    ///
    /// - Parameters:
    ///   - count: How many.
    ///   - copies: How often each arrives.
    func publish(_ count: Int = 1, copies: (Int) -> Int = { _ in 1 }) throws {
        for _ in 0..<count {
            let message = history.publish("mango", payload: Array("\(history.newest + 1)".utf8))
            for _ in 0..<copies(history.newest) { try publishing?.send(message) }
        }
    }

    func beat() throws {
        try publishing?.send(history.heartbeat)
    }

    /// Goes on with another stream under the same name.
    func replace(with history: EventHistory) {
        self.history = history
    }

    /// Leaves so many requests for the past without an answer.
    func ignore(_ count: Int) {
        unanswered = count
    }

    private func serve() async throws {
        while let publishing, !Task.isCancelled {
            for await wish in publishing.messages {
                guard let marker = history.marker(for: wish) else { continue }
                try publishing.send(marker)
                joined += 1
            }
            // Another takes its place.
            await Task.yield()
        }
    }

    private func answer() async throws {
        guard let replaying else { return }
        for await message in replaying.messages {
            guard let request = RoutedRequest(message), let answer = history.replay(request) else { continue }
            if unanswered > 0 {
                unanswered -= 1
                try replaying.send(request.reply(.refused(ZMQMultipart(utf8: "not now"))))
            } else {
                try replaying.send(request.reply(answer))
            }
        }
    }
}
