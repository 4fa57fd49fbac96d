internal import ZeroMQ

/// A subscriber's transport on libzmq: one SUB.
final class SubConnection: SubscriberTransport {
    /// The pause until a service that did not admit us is asked again; libzmq itself would not.
    private static let askAgainInterval = Duration.seconds(2)

    /// Told when somebody is there who does not admit us.
    var onNotAdmitted: ((AdmissionFault) -> Void)?

    private let endpoint: String
    private let keys: ServiceKeys?
    private let node: ZMQNode
    private let onMessage: MessageObserver?
    private let clock = SuspendingClock()
    private var socket: SubSocket?
    private var watch: AdmissionWatch?
    private var askAgainTimer: ZMQTimer?

    /// - Parameters:
    ///   - endpoint: The publisher; ``open(prefixes:onReadable:)`` finds out whether it is valid.
    ///   - keys: Its keys and ours; `nil` where none are needed.
    ///   - node: The thread to use.
    ///   - onMessage: Told of every message, on that thread.
    init(to endpoint: String, keys: ServiceKeys?, on node: ZMQNode, onMessage: MessageObserver? = nil) {
        self.endpoint = endpoint
        self.keys = keys
        self.node = node
        self.onMessage = onMessage
    }

    func open(prefixes: [String], onReadable: @escaping () -> Void) throws(ZMQError) {
        let endpoint = try ZMQEndpoint(parsing: endpoint)
        try endpoint.requirePrivate()
        var options = ZMQSocketOptions.sub
        options.maximumFrameBytes = CallRequest.maxFrameBytes
        options.maximumFrames = 2
        options.maximumReconnectInterval = .milliseconds(500)
        let socket = try node.makeSub(options)
        let watch = AdmissionWatch(of: endpoint, hasKeys: keys != nil, on: node) { [self] fault in
            close()
            askAgainTimer = node.schedule(after: Self.askAgainInterval) { [self] in
                // Nothing but a lack of files can go wrong that did not before; the silence is told then.
                try? open(prefixes: prefixes, onReadable: onReadable)
            }
            onNotAdmitted?(fault)
        }
        do {
            try socket.monitor { watch.see($0) }
            for prefix in prefixes { try socket.subscribe(prefix) }
            node.whenReadable(socket, onReadable)
            try socket.connect(endpoint, keys.security)
        } catch {
            socket.close()
            throw error
        }
        self.socket = socket
        self.watch = watch
    }

    func close() {
        watch?.stop()
        watch = nil
        if let askAgainTimer { node.cancel(askAgainTimer) }
        askAgainTimer = nil
        socket?.close()
        socket = nil
    }

    func receive(into message: inout ZMQMultipart) throws(ZMQError) -> Bool {
        guard try socket?.receive(into: &message) ?? false else { return false }
        onMessage?(.received(from: endpoint), message.frames)
        return true
    }

    var now: SuspendingClock.Instant { clock.now }

    func schedule(after delay: Duration, _ perform: @escaping () -> Void) -> ZMQTimer {
        node.schedule(after: delay, perform)
    }

    func cancel(_ timer: ZMQTimer) {
        node.cancel(timer)
    }
}
