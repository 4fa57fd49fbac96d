internal import ZeroMQ

/// A subscriber's loop on libzmq, on the owner thread of its node.
actor EventFeed {
    nonisolated let queue: SignalQueue
    nonisolated var unownedExecutor: UnownedSerialExecutor { node.asUnownedSerialExecutor() }

    private let node: ZMQNode
    private let loop: SubscriberLoop<SubConnection, DealerConnection>

    init(_ address: ServiceAddress, on node: ZMQNode, from start: StreamStart, limits: SubscriberLimits) {
        self.node = node
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
        try loop.open(name: IdempotencyKey.make().filter { $0 != "-" })
    }

    func close() {
        loop.close()
    }

    /// The consumer has taken what had filled the queue.
    func resume() {
        loop.resume()
    }
}
