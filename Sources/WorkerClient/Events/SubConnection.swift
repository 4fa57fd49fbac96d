internal import ZeroMQ

/// A subscriber's edge on libzmq: one SUB.
final class SubConnection: SubscriberEdge {
    private let endpoint: String
    private let node: ZMQNode
    private let clock = SuspendingClock()
    private var socket: SubSocket?

    /// - Parameters:
    ///   - endpoint: The publisher; ``open(prefixes:onReadable:)`` finds out whether it is sound.
    ///   - node: The thread to use.
    init(to endpoint: String, on node: ZMQNode) {
        self.endpoint = endpoint
        self.node = node
    }

    func open(prefixes: [String], onReadable: @escaping () -> Void) throws(ZMQError) {
        let endpoint = try ZMQEndpoint(parsing: endpoint)
        var options = ZMQSocketOptions.sub
        options.maximumFrameBytes = CallRequest.largestFrame
        options.maximumFrames = 2
        options.maximumReconnectInterval = .milliseconds(500)
        let socket = try node.makeSub(options)
        do {
            for prefix in prefixes { try socket.subscribe(prefix) }
            node.whenReadable(socket, onReadable)
            try socket.connect(endpoint)
        } catch {
            socket.close()
            throw error
        }
        self.socket = socket
    }

    func close() {
        socket?.close()
        socket = nil
    }

    func receive(into message: inout ZMQMultipart) throws(ZMQError) -> Bool {
        try socket?.receive(into: &message) ?? false
    }

    var now: SuspendingClock.Instant { clock.now }

    func schedule(after delay: Duration, _ perform: @escaping () -> Void) -> ZMQTimer {
        node.schedule(after: delay, perform)
    }

    func cancel(_ timer: ZMQTimer) {
        node.cancel(timer)
    }
}
