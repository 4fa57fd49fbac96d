internal import HTTPTypes
internal import Hummingbird
internal import Messages
internal import NIOCore
internal import ServiceLifecycle

/// `GET /events`: server-sent events that miss nothing.
struct EventRoutes: Sendable {
    let hub: EventHub
    let services: Services
    let policy: AccessPolicy
    let limits: StreamLimits
    static let path = "/events"
    private static let mostTopics = 16
    /// Where a client may say in the address how far it was, when it cannot set the header: polyfills of `EventSource` write one of
    /// the first two, and keep what else the address has.
    private static let positionNames = ["lastEventId", "Last-Event-ID", "since"]

    func add(to router: Router<WebContext>) {
        router.get(RouterPath(Self.path)) { request, context in try stream(request, in: context) }
        // Hummingbird's own would say that a stream has the length 0.
        router.head(RouterPath(Self.path)) { request, context in
            _ = try stream(request, in: context)
            return Response(status: .ok, headers: Self.headers, body: ResponseBody { try await $0.finish(nil) })
        }
    }

    private func stream(_ request: Request, in context: WebContext) throws(Problem) -> Response {
        try context.role.require(.read, for: "events")
        let query = try request.query
        let topics = try topics(query["topics"])
        // A browser that comes back says where it was by itself; the page's address is what it began with.
        let named = [request.headers[.lastEventID]] + Self.positionNames.map { query.first($0) }
        let positions = try StreamPosition.list(named.lazy.compactMap(\.self).first { !$0.isEmpty } ?? "")
        let place = try limits.take(for: context.caller)
        let (hub, services, policy) = (hub, services, policy)
        return Response(
            status: .ok,
            headers: Self.headers,
            body: ResponseBody { writer in
                var stream = EventStream(of: hub, services: services, topics: topics, from: positions)
                var lastTick = hub.ticks
                // At once, so that the client knows that it is connected.
                try await writer.write(ByteBuffer(string: ": \n\n"))
                // A token that is revoked ends its streams, and so does a log-out.
                while policy.accepts(place.caller) {
                    let (version, tick) = (hub.version, hub.ticks)
                    var buffer = await stream.next()
                    if tick != lastTick, buffer.readableBytes == 0 {
                        // Finds out whether the client is still there, and keeps it and what is in between from giving up.
                        buffer.writeString(": \n\n")
                    }
                    guard buffer.readableBytes == 0 else {
                        try await writer.write(buffer)
                        lastTick = tick
                        continue
                    }
                    if await Self.wait(hub, after: version) { break }
                }
                try await writer.finish(nil)
            }
        )
    }

    private static let headers: HTTPFields = [
        // Without a character set some readers take any text for ISO 8859-1.
        .contentType: "text/event-stream; charset=utf-8",
        .cacheControl: "no-store",
        .proxyBuffering: "no",
    ]

    /// - Returns: Whether the program ends.
    private static func wait(_ hub: EventHub, after version: Int) async -> Bool {
        await withGracefulShutdownHandler {
            await hub.wait(after: version)
        } onGracefulShutdown: {
            hub.wake()
        }
        return Task.isShuttingDownGracefully || Task.isCancelled
    }

    private func topics(_ text: String) throws(Problem) -> [String] {
        let fronts = services.names.filter(hub.mayHaveStream).map { EventTopic.all($0) }
        guard !text.isEmpty else { return fronts }
        let topics = text.split(separator: ",").map(String.init)
        guard topics.count <= Self.mostTopics else {
            let most = Self.mostTopics
            throw Problem(.badRequest, "a stream has at most \(most) topics, and \(topics.count) are asked for")
        }
        for topic in topics {
            guard topic.utf8.count <= EventTopic.maxLength,
                fronts.contains(where: { topic.hasPrefix($0) })
            else {
                let known = fronts.joined(separator: ", ")
                throw Problem(.badRequest, "\(topic) is no topic: they begin with one of \(known)")
            }
        }
        return topics
    }
}
