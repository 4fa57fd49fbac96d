internal import Messages
package import ZeroMQ
package import ZeroMQPatterns

/// Subscribes to the events of a service.
package enum EventSubscriber {
    /// How many signals may wait for their consumer, unless it says another number.
    package static let maxWaiting = 100_000

    /// Lends a subscription to `body`.
    ///
    /// The service need not be there, and may come and go. Of several workers one is listened to; when it is gone or silent,
    /// another, which continues the same stream.
    ///
    /// - Parameters:
    ///   - address: The service; events come over one of its `events` endpoints, and missed ones over `rpc`.
    ///   - node: The node whose thread does the work. It must outlive the call.
    ///   - start: Where to begin.
    ///   - waiting: How many signals may wait for `body` to take them. With more the subscription pauses, and asks the
    ///     service for what it missed once they are taken; an event is some 700 bytes.
    ///   - onMessage: Told of every message on the wire, in order, on the node's thread.
    ///   - body: Iterates over the subscription.
    /// - Returns: What `body` returned.
    /// - Throws: `ZMQError` when an endpoint is invalid or no socket can be made, or what `body` threw.
    package static func withEvents<R: Sendable>(
        of address: ServiceAddress,
        on node: ZMQNode,
        from start: StreamStart,
        waiting: Int = maxWaiting,
        onMessage: MessageObserver? = nil,
        _ body: (EventSubscription) async throws -> R
    ) async throws -> R {
        let limits = SubscriberLimits(waiting: waiting)
        return try await withEvents(of: address, on: node, from: start, limits: limits, onMessage: onMessage, body)
    }

    static func withEvents<R: Sendable>(
        of address: ServiceAddress,
        on node: ZMQNode,
        from start: StreamStart,
        limits: SubscriberLimits,
        onMessage: MessageObserver? = nil,
        _ body: (EventSubscription) async throws -> R
    ) async throws -> R {
        let feed = try EventFeed(address, on: node, from: start, limits: limits, onMessage: onMessage)
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

/// What a subscriber keeps in memory.
struct SubscriberLimits {
    /// Signals that the consumer has not taken yet.
    var waiting = EventSubscriber.maxWaiting
    /// Events above a hole that is being filled.
    var buffered = 100_000
}

/// A subscriber's loop on libzmq, on the owner thread of its node.
actor EventFeed {
    nonisolated let queue: SignalQueue
    nonisolated var unownedExecutor: UnownedSerialExecutor { node.asUnownedSerialExecutor() }

    private let node: ZMQNode
    /// What tells streams apart: where they come from.
    private let stream: String
    private let loop: SubscriberLoop<SubConnection, DealerLink>

    init(
        _ address: ServiceAddress,
        on node: ZMQNode,
        from start: StreamStart,
        limits: SubscriberLimits,
        onMessage: MessageObserver?
    ) throws(ZMQError) {
        self.node = node
        stream = "\(address.service.rawValue) at \(address.events)"
        let connection = SubConnection(to: address, on: node, onMessage: onMessage)
        loop = SubscriberLoop(
            of: address.service,
            over: connection,
            repairingBy: try ServiceChannel(to: address, on: node, onMessage: onMessage),
            from: start,
            limits: limits,
            seed: .random(in: 0 ... .max)
        )
        queue = loop.queue
        connection.onNotAdmitted = { [unowned loop] fault in loop.notAdmitted(fault) }
    }

    func open() throws {
        // The protocol wants hexadecimal digits only.
        let name = IdempotencyKey.make().filter { $0 != "-" }
        try loop.open(name: name, sharing: node.shared("events of \(stream)") { RecentEvents() })
    }

    func close() {
        loop.close()
    }

    /// The consumer has taken what had filled the queue.
    func resume() {
        loop.resume()
    }
}
