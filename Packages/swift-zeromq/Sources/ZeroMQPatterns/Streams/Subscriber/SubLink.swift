public import ZeroMQ

/// A connection to a stream: one SUB at a time, connected to one of its publishers.
public final class SubLink: NodeTransport, StreamTransport {
    /// The pause until a publisher that did not admit us is asked again; libzmq itself would not.
    private static let askAgainInterval = Duration.seconds(2)

    private let endpoints: [ZMQEndpoint]
    private var rotation: PublisherRotation
    private var prefixes: [String] = []
    private var onReadable: (() -> Void)?
    private var onNotAdmitted: ((AdmissionFault) -> Void)?
    private var socket: SubSocket?
    private var watch: AdmissionWatch?
    /// Whether the socket's connection is up.
    private var isUp = false
    private var openTimer: ZMQTimer?

    /// - Parameters:
    ///   - endpoints: The publishers, from one; the next is tried when one is gone or silent.
    ///   - security: How to make oneself known to them.
    ///   - options: How its sockets behave.
    ///   - node: The thread to use.
    ///   - onMessage: Sees every message, on that thread.
    public init(
        to endpoints: [ZMQEndpoint],
        as security: ZMQClientSecurity,
        options: ZMQSocketOptions,
        on node: ZMQNode,
        onMessage: MessageObserver? = nil
    ) {
        self.endpoints = endpoints
        rotation = PublisherRotation(count: endpoints.count)
        super.init(as: security, options: options, on: node, onMessage: onMessage)
    }

    /// Begins to connect, now or as soon as a publisher is there.
    public func open(
        prefixes: [String],
        onReadable: @escaping () -> Void,
        onNotAdmitted: @escaping (AdmissionFault) -> Void
    ) throws(ZMQError) {
        for endpoint in endpoints { try endpoint.requirePrivate() }
        self.prefixes = prefixes
        self.onReadable = onReadable
        self.onNotAdmitted = onNotAdmitted
        try open()
    }

    private func open() throws(ZMQError) {
        guard let onReadable else { return }
        let endpoint = endpoints[rotation.current]
        let socket = try node.makeSub(options)
        let watch = AdmissionWatch(of: endpoint, as: security, on: node) { [self] in notAdmitted($0) }
        do {
            try socket.monitor { [self] event in
                watch.see(event)
                if rotation.hasSeveral { see(event.kind) }
            }
            for prefix in prefixes { try socket.subscribe(prefix) }
            node.whenReadable(socket, perform: onReadable)
            try socket.connect(endpoint, security: security)
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
            // Nothing but a lack of files can go wrong that did not before; the silence is reported then.
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
        case .disconnected where isUp: switchPublisher()
        // Nobody took the connection.
        case .closed: switchPublisher()
        default: break
        }
    }

    /// Goes on to another publisher, if there is any.
    public func switchPublisher() {
        guard rotation.hasSeveral, onReadable != nil, openTimer == nil else { return }
        closeSocket()
        openLater(after: rotation.next().pause)
    }

    /// Leaves a publisher that is cut off from its log, unless all are.
    public func heard(isCutOff: Bool) {
        guard isCutOff else { return rotation.followsLog() }
        guard rotation.hasSeveral, onReadable != nil, openTimer == nil, rotation.isToLeaveCutOff() else { return }
        closeSocket()
        openLater(after: rotation.next().pause)
    }

    /// Asks another publisher, or this one after some seconds.
    public func askAgainLater() {
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

    /// Gives the connection up; nothing is called back any more.
    public func close() {
        closeSocket()
        onReadable = nil
        onNotAdmitted = nil
    }

    /// Takes the next message.
    public func receive(into message: inout ZMQMultipart) throws(ZMQError) -> Bool {
        guard try socket?.receive(into: &message) ?? false else { return false }
        rotation.heard()
        onMessage?(.received(from: endpoints[rotation.current].description), message)
        return true
    }
}
