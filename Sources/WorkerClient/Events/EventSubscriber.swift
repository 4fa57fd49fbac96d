public import ZeroMQ

/// Subscribes to the events of a service.
public enum EventSubscriber {
    /// Lends a subscription to `body`.
    ///
    /// The service need not be there, and may come and go.
    ///
    /// - Parameters:
    ///   - address: The service; events come over its `events` endpoint, and missed ones over `rpc`.
    ///   - node: The node whose thread does the work. It must outlive the call.
    ///   - start: Where to begin.
    ///   - body: Iterates over the subscription.
    /// - Returns: What `body` returned.
    /// - Throws: `ZMQError` when an endpoint is unsound or no socket can be made, or what `body` threw.
    public static func withEvents<R: Sendable>(
        of address: ServiceAddress,
        on node: ZMQNode,
        from start: StreamStart,
        _ body: (EventSubscription) async throws -> R
    ) async throws -> R {
        try await withEvents(of: address, on: node, from: start, limits: SubscriberLimits(), body)
    }

    static func withEvents<R: Sendable>(
        of address: ServiceAddress,
        on node: ZMQNode,
        from start: StreamStart,
        limits: SubscriberLimits,
        _ body: (EventSubscription) async throws -> R
    ) async throws -> R {
        let feed = EventFeed(address, on: node, from: start, limits: limits)
        do {
            try await feed.open()
            let result = try await body(EventSubscription(feed: feed))
            await feed.close()
            return result
        } catch {
            await feed.close()
            throw error
        }
    }
}
