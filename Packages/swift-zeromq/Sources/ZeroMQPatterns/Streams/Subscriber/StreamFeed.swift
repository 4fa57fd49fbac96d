internal import ZeroMQ

/// A ``StreamLoop`` that may be used from anywhere, on the owner thread of its node.
actor StreamFeed {
    nonisolated var unownedExecutor: UnownedSerialExecutor { node.asUnownedSerialExecutor() }

    private let node: ZMQNode
    private let loop: StreamLoop

    init(
        of name: String,
        at endpoint: ZMQEndpoint,
        from start: StreamStart,
        _ options: StreamSubscriptionOptions,
        on node: ZMQNode
    ) {
        self.node = node
        loop = StreamLoop(of: name, at: endpoint, from: start, options, on: node)
    }

    /// How many elements wait for the consumer, and how far the stream is known to have come.
    var progress: (waiting: Int, reached: StreamPosition?) { (loop.waiting, loop.reached) }

    func open() throws {
        try loop.open()
    }

    func close() {
        loop.close()
    }

    /// The next element, waiting for it; `nil` at the end, or when the task was cancelled.
    func next() async -> StreamLoop.Element? {
        await loop.next()
    }

    /// Asks for what is missing, until the task is cancelled or the feed closed.
    func repair(over requests: RequestClient) async {
        while let request = await loop.nextRequest() {
            do {
                let reply = try await requests.call(loop.question(request))
                loop.replayed(.done(reply.body), for: request)
            } catch let error as RequestError {
                loop.replayed(error.lastAnswer ?? .failed(ZMQMultipart()), for: request)
            } catch {
                return
            }
        }
    }
}
