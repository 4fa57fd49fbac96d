internal import HTTPTypes
internal import Hummingbird
internal import Messages
internal import NIOCore
internal import ServiceLifecycle

/// `GET /events`: server-sent events that miss nothing.
struct EventRoutes: Sendable {
    let hub: EventHub
    let services: Services
    let tokens: TokenStore
    let limits: StreamLimits
    static let path = "/events"
    /// The most topics of one stream.
    private static let mostTopics = 16

    func add(to router: Router<WebContext>) {
        router.get(RouterPath(Self.path)) { request, context in try stream(request, context) }
    }

    private func stream(_ request: Request, _ context: WebContext) throws(Problem) -> Response {
        try context.role.require(.read, for: "events")
        let query = request.uri.queryParameters
        let topics = try Self.topics(query["topics"].map(String.init))
        // A browser that comes back says where it was by itself; the page's address is what it began with.
        let positions = try Self.positions(request.headers[.lastEventID] ?? query["since"].map(String.init))
        let place = try limits.take(for: context.caller)
        var headers = HTTPFields()
        headers[.contentType] = "text/event-stream"
        headers[.cacheControl] = "no-store"
        let (hub, services, tokens) = (hub, services, tokens)
        return Response(
            status: .ok,
            headers: headers,
            body: ResponseBody { writer in
                var stream = EventStream(hub, services, topics: topics, from: positions)
                // At once, so that the client knows that it is connected.
                try await writer.write(ByteBuffer(string: ": \n\n"))
                var lastWrite = ContinuousClock.now
                // A token that is revoked ends its streams.
                while tokens.accepts(place.caller) {
                    let version = hub.version
                    var buffer = await stream.next()
                    if buffer.readableBytes == 0 {
                        if await Self.wait(hub, after: version) { break }
                        guard ContinuousClock.now - lastWrite >= EventHub.tick else { continue }
                        // Finds out whether the client is still there, and keeps what is in between from giving up.
                        buffer.writeString(": \n\n")
                    }
                    try await writer.write(buffer)
                    lastWrite = .now
                }
                try await writer.finish(nil)
            }
        )
    }

    /// - Returns: Whether the program ends.
    private static func wait(_ hub: EventHub, after version: Int) async -> Bool {
        await withGracefulShutdownHandler {
            await hub.wait(after: version)
        } onGracefulShutdown: {
            hub.wake()
        }
        return Task.isShuttingDownGracefully || Task.isCancelled
    }

    private static func topics(_ text: String?) throws(Problem) -> [String] {
        guard let text, !text.isEmpty else { return ServiceName.withStreams.map { EventTopic.all($0) } }
        let topics = text.split(separator: ",").map(String.init)
        guard topics.count <= mostTopics else {
            throw Problem(.badRequest, "a stream has at most \(mostTopics) topics, and \(topics.count) are asked for")
        }
        for topic in topics {
            guard topic.utf8.count <= EventTopic.maxLength,
                ServiceName.withStreams.contains(where: { topic.hasPrefix(EventTopic.all($0)) })
            else { throw Problem(.badRequest, "\(topic) is no topic: they begin with juice., expo. or market.") }
        }
        return topics
    }

    private static func positions(_ text: String?) throws(Problem) -> [StreamPosition] {
        try (text ?? "").split(separator: ",").map { part throws(Problem) in
            guard let position = StreamPosition(part) else {
                throw Problem(.badRequest, "\(part) is no position: they look like juice=EPOCH/SEQUENCE")
            }
            return position
        }
    }
}
