internal import Messages
package import ZeroMQ
package import ZeroMQPatterns

/// The events of one service, without a gap: see ``SubscriberSignal``.
package typealias EventSubscription = StreamSubscription<SubscriberSignal>

/// Sees the position of each event, heartbeat and marker as it comes, before the subscription hands anything on; `nil` where the
/// worker may not know the newest.
///
/// Called on the node's thread, in the order in which messages come; it must not block.
package typealias PositionObserver = @Sendable (StreamPosition?) -> Void

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
    ///   - onMessage: Sees every message on the wire, in order, on the node's thread.
    ///   - onPosition: Sees how far the stream has come.
    ///   - body: Iterates over the subscription.
    /// - Returns: What `body` returned.
    /// - Throws: `ZMQError` when an endpoint is invalid or no socket can be made, or what `body` threw.
    package static func withEvents<R: Sendable>(
        of address: ServiceAddress,
        on node: ZMQNode,
        from start: StreamStart,
        waiting: Int = maxWaiting,
        onMessage: MessageObserver? = nil,
        onPosition: PositionObserver? = nil,
        _ body: (EventSubscription) async throws -> R
    ) async throws -> R {
        let options = StreamSubscriptionOptions(waiting: waiting)
        return try await withEvents(
            of: address,
            on: node,
            from: start,
            options,
            onMessage: onMessage,
            onPosition: onPosition,
            body: body
        )
    }

    static func withEvents<R: Sendable>(
        of address: ServiceAddress,
        on node: ZMQNode,
        from start: StreamStart,
        _ options: StreamSubscriptionOptions,
        onMessage: MessageObserver? = nil,
        onPosition: PositionObserver? = nil,
        body: (EventSubscription) async throws -> R
    ) async throws -> R {
        // What tells streams apart: where they come from.
        let stream = "events of \(address.service.rawValue) at \(address.events)"
        var endpoints: [ZMQEndpoint] = []
        for text in address.eventEndpoints { endpoints.append(try ZMQEndpoint(parsing: text)) }
        let security = address.keys.security
        let loop = StreamLoop(
            over: SubLink(to: endpoints, as: security, options: options.socket, on: node, onMessage: onMessage),
            repairingBy: try ServiceChannel(to: address, on: node, onMessage: onMessage),
            codec: EventCodec(
                of: address.service,
                // The protocol wants hexadecimal digits only.
                name: IdempotencyKey.make().filter { $0 != "-" },
                sharing: { node.shared(stream) { RecentEvents() } },
                onPosition: onPosition
            ),
            from: start,
            options,
            seed: .random(in: 0 ... .max)
        )
        return try await StreamFeed(loop, on: node).withSubscription(body)
    }
}

extension StreamSubscriptionOptions {
    /// Those of the events of a service.
    ///
    /// - Parameters:
    ///   - waiting: How many signals may wait for their consumer.
    ///   - buffered: How many events above a hole are kept while it is being filled.
    init(waiting: Int = EventSubscriber.maxWaiting, buffered: Int = 100_000) {
        self.init()
        self.waiting = waiting
        socket.maximumFrameBytes = CallRequest.maxFrameBytes
        socket.maximumFrames = 2
        limits = StreamLimits(
            buffered: buffered,
            page: EventsReplayParams.limitRange.upperBound,
            lastSequence: SequenceText.maxValue
        )
    }
}
