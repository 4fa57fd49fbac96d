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

    /// What comes of it.
    @inlinable public nonisolated var subscription: StreamSubscription<Codec.Signal> {
        StreamSubscription(queue: queue) { await self.resume() }
    }

    /// Connects, see ``StreamLoop/open()``.
    @inlinable
    public func open() throws {
        try loop.open()
    }

    /// Ends the subscription.
    @inlinable
    public func close() {
        loop.close()
    }

    @inlinable
    func resume() {
        loop.resume()
    }

    /// How many signals wait for the consumer, and how far the stream is known to have come.
    var progress: (waiting: Int, reached: StreamPosition?) { (queue.count, loop.reached) }
}
