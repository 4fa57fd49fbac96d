internal import ZeroMQ
internal import ZeroMQPatterns

/// A channel's transport on libzmq: a DEALER for each connection.
///
/// One that outlives its connection does one of two harmful things, depending on `immediate`: it throws away answers
/// that have arrived and were not read yet (measured: one in four, when a service ends right after answering), or it
/// keeps requests for the next connection, where they are no longer expected.
final class DealerConnection: CallTransport {
    /// The longest wait for a service that has come back: short enough for a call with a `connectTimeout` of a second.
    private static let maxReconnectInterval = Duration.milliseconds(500)

    private let endpoint: String
    private let keys: ServiceKeys?
    private let node: ZMQNode
    private let onMessage: MessageObserver?
    private let clock = SuspendingClock()
    private var socket: DealerSocket?
    private var watch: AdmissionWatch?

    /// - Parameters:
    ///   - endpoint: The service; ``open(onChange:onReadable:)`` finds out whether it is valid.
    ///   - keys: Its keys and ours; `nil` where none are needed.
    ///   - node: The thread to use.
    ///   - onMessage: Told of every message, on that thread.
    init(to endpoint: String, keys: ServiceKeys?, on node: ZMQNode, onMessage: MessageObserver? = nil) {
        self.endpoint = endpoint
        self.keys = keys
        self.node = node
        self.onMessage = onMessage
    }

    var isOpen: Bool { socket != nil }

    func open(
        onChange: @escaping (ConnectionChange) -> Void,
        onReadable: @escaping () -> Void
    ) throws(ZMQError) {
        let endpoint = try ZMQEndpoint(parsing: endpoint)
        try endpoint.requirePrivate()
        var options = ZMQSocketOptions.dealer
        options.choosesRoutingID = true
        options.maximumFrameBytes = CallRequest.maxFrameBytes
        options.maximumFrames = CallRequest.maxAttachments + 1
        options.maximumReconnectInterval = Self.maxReconnectInterval
        let socket = try node.makeDealer(options)
        let watch = AdmissionWatch(of: endpoint, as: keys.security, on: node) { onChange(.notAdmitted($0)) }
        do {
            try socket.monitor { event in
                watch.see(event)
                switch event.kind {
                case .connected: onChange(.accepted)
                case .handshakeSucceeded: onChange(.up)
                case .disconnected: onChange(.down)
                case .closed: onChange(.absent)
                default: break
                }
            }
            try socket.connect(endpoint, keys.security)
        } catch {
            socket.close()
            throw error
        }
        self.socket = socket
        self.watch = watch
        node.whenReadable(socket, onReadable)
    }

    func close() {
        watch?.stop()
        watch = nil
        socket?.close()
        socket = nil
    }

    func send(_ request: borrowing ZMQMultipart) throws(ZMQError) {
        try socket?.send(request)
        if socket != nil { onMessage?(.sent(to: endpoint), request.frames) }
    }

    func receive(into answer: inout ZMQMultipart) throws(ZMQError) -> Bool {
        guard try socket?.receive(into: &answer) ?? false else { return false }
        onMessage?(.received(from: endpoint), answer.frames)
        return true
    }

    func whenWritable(_ perform: @escaping () -> Void) {
        if let socket { node.whenWritable(socket, perform) }
    }

    var now: SuspendingClock.Instant { clock.now }

    func schedule(after delay: Duration, _ perform: @escaping () -> Void) -> ZMQTimer {
        node.schedule(after: delay, perform)
    }

    func cancel(_ timer: ZMQTimer) {
        node.cancel(timer)
    }
}
