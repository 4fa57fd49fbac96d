internal import Messages
internal import ZeroMQ

/// A subscriber's loop on libzmq, on the owner thread of its node.
actor EventFeed {
    nonisolated let queue: SignalQueue
    nonisolated var unownedExecutor: UnownedSerialExecutor { node.asUnownedSerialExecutor() }

    private let node: ZMQNode
    /// What tells streams apart: where they come from.
    private let stream: String
    private let loop: SubscriberLoop<SubConnection, DealerConnection>

    init(_ address: ServiceAddress, on node: ZMQNode, from start: StreamStart, limits: SubscriberLimits) {
        self.node = node
        stream = "\(address.service.rawValue) at \(address.events)"
        let connection = SubConnection(to: address.events, keys: address.keys, on: node)
        loop = SubscriberLoop(
            of: address.service,
            over: connection,
            repairingBy: CallChannel(to: address.rpc, keys: address.keys, on: node),
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
