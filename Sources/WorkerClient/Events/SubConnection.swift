internal import ZeroMQ
internal import ZeroMQPatterns

/// A subscriber's transport on libzmq: one SUB at a time, connected to one of the publishers of the stream.
final class SubConnection: SubscriberTransport {
    /// The pause until a service that did not admit us is asked again; libzmq itself would not.
    private static let askAgainInterval = Duration.seconds(2)

    /// Told when somebody is there who does not admit us, and there is nobody else.
    var onNotAdmitted: ((AdmissionFault) -> Void)?

    private let endpoints: [String]
    private let keys: ServiceKeys?
    private let node: ZMQNode
    private let onMessage: MessageObserver?
    private let clock = SuspendingClock()
    private var rotation: PublisherRotation
    private var prefixes: [String] = []
    private var onReadable: (() -> Void)?
    private var socket: SubSocket?
    private var watch: AdmissionWatch?
    /// Whether the socket's connection stands.
    private var isUp = false
    private var openTimer: ZMQTimer?

    /// - Parameters:
    ///   - address: The publishers; ``open(prefixes:onReadable:)`` finds out whether their endpoints are valid.
    ///   - node: The thread to use.
    ///   - onMessage: Told of every message, on that thread.
    init(to address: ServiceAddress, on node: ZMQNode, onMessage: MessageObserver? = nil) {
        endpoints = address.eventEndpoints
        keys = address.keys
        rotation = PublisherRotation(count: endpoints.count)
        self.node = node
        self.onMessage = onMessage
    }

    func open(prefixes: [String], onReadable: @escaping () -> Void) throws(ZMQError) {
        for endpoint in endpoints { try ZMQEndpoint(parsing: endpoint).requirePrivate() }
        self.prefixes = prefixes
        self.onReadable = onReadable
        try open()
    }

    private func open() throws(ZMQError) {
        guard let onReadable else { return }
        let endpoint = try ZMQEndpoint(parsing: endpoints[rotation.current])
        var options = ZMQSocketOptions.sub
        options.maximumFrameBytes = CallRequest.maxFrameBytes
        options.maximumFrames = 2
        options.maximumReconnectInterval = .milliseconds(500)
        let socket = try node.makeSub(options)
        let watch = AdmissionWatch(of: endpoint, as: keys.security, on: node) { [self] in notAdmitted($0) }
        do {
            try socket.monitor { [self] event in
                watch.see(event)
                if rotation.hasSeveral { see(event.kind) }
            }
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

    private func openLater(after pause: Duration) {
        openTimer = node.schedule(after: pause) { [self] in
            openTimer = nil
            // Nothing but a lack of files can go wrong that did not before; the silence is told then.
            try? open()
        }
    }

    private func notAdmitted(_ fault: AdmissionFault) {
        closeSocket()
        if rotation.hasSeveral {
            let (pause, wasLast) = rotation.next()
            guard wasLast else { return openLater(after: pause) }
        }
        openLater(after: Self.askAgainInterval)
        onNotAdmitted?(fault)
    }

    /// With a single publisher libzmq connects again by itself.
    private func see(_ event: ZMQMonitorEvent.Kind) {
        switch event {
        case .handshakeSucceeded: isUp = true
        // Without a handshake before it, the watch may want to see that twice.
        case .disconnected where isUp: goOn()
        // Nobody took the connection.
        case .closed: goOn()
        default: break
        }
    }

    func goOn() {
        guard rotation.hasSeveral, onReadable != nil, openTimer == nil else { return }
        closeSocket()
        openLater(after: rotation.next().pause)
    }

    func avoidCutOff() {
        guard rotation.hasSeveral, onReadable != nil, openTimer == nil, rotation.isToLeaveCutOff() else { return }
        closeSocket()
        openLater(after: rotation.next().pause)
    }

    func followsLog() { rotation.followsLog() }

    func askAgainLater() {
        guard onReadable != nil, openTimer == nil else { return }
        closeSocket()
        openLater(after: rotation.hasSeveral ? rotation.next().pause : Self.askAgainInterval)
    }

    private func closeSocket() {
        watch?.stop()
        watch = nil
        if let openTimer { node.cancel(openTimer) }
        openTimer = nil
        socket?.close()
        socket = nil
        isUp = false
    }

    func close() {
        closeSocket()
        onReadable = nil
    }

    func receive(into message: inout ZMQMultipart) throws(ZMQError) -> Bool {
        guard try socket?.receive(into: &message) ?? false else { return false }
        rotation.heard()
        onMessage?(.received(from: endpoints[rotation.current]), message)
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
