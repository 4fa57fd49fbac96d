public import ZeroMQ

/// A ``StreamLoop`` over libzmq that may be used from anywhere, on the owner thread of its node.
public actor StreamFeed<Codec: StreamCodec> {
    /// The node's executor.
    public nonisolated var unownedExecutor: UnownedSerialExecutor { node.asUnownedSerialExecutor() }

    @usableFromInline let node: ZMQNode
    @usableFromInline let loop: StreamLoop<SubLink, DealerLink, Codec>
    @usableFromInline nonisolated let queue: StreamQueue<Codec.Signal>

    /// Creates a feed of a loop whose links are of a node.
    @inlinable
    public init(_ loop: sending StreamLoop<SubLink, DealerLink, Codec>, on node: ZMQNode) {
        self.node = node
        queue = loop.queue
        self.loop = loop
    }

    @inlinable nonisolated var subscription: StreamSubscription<Codec.Signal> {
        StreamSubscription(queue: queue) { await self.resume() }
    }

    /// Connects, lends the subscription to `body`, and ends it.
    ///
    /// - Returns: What `body` returned.
    /// - Throws: `ZMQError` of ``StreamLoop/open()``, or what `body` threw.
    @inlinable
    public nonisolated func withSubscription<R: Sendable>(
        _ body: (StreamSubscription<Codec.Signal>) async throws -> R
    ) async throws -> R {
        do {
            try await open()
            let result = try await body(subscription)
            await close()
            return result
        } catch {
            await close()
            throw error
        }
    }

    @inlinable
    func open() throws { try loop.open() }

    @inlinable
    func close() { loop.close() }

    @inlinable
    func resume() { loop.resume() }

    /// How many signals wait for the consumer, and how far the stream is known to have come.
    var progress: (waiting: Int, reached: StreamPosition?) { (queue.count, loop.reached) }
}
