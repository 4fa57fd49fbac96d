public import ZeroMQ

/// One connection at a time to a server: a DEALER for each.
///
/// One that outlives its connection does one of two harmful things, depending on `immediate`: it throws away answers that have
/// arrived and were not read yet (measured: one in four, when a server ends right after answering), or it keeps requests for the
/// next connection, where they are no longer expected.
public final class DealerLink: NodeTransport, RequestTransport {
    /// What happened to it.
    public enum Change: Sendable, Hashable {
        /// Nobody took the connection.
        case absent
        /// Someone took the connection, and has not said anything yet.
        case accepted
        /// Messages can flow.
        case up
        /// It will not stand: someone is there who does not admit us, and trying again would not change that.
        case notAdmitted(AdmissionFault)
        /// It is lost, with what was on its way.
        case down
    }

    private let endpoint: ZMQEndpoint
    private var socket: DealerSocket?
    private var watch: AdmissionWatch?

    /// - Parameters:
    ///   - endpoint: The server.
    ///   - security: How to make oneself known to it.
    ///   - options: How its sockets behave.
    ///   - node: The thread to use.
    ///   - onMessage: Sees every message, on that thread.
    public init(
        to endpoint: ZMQEndpoint,
        as security: ZMQClientSecurity,
        options: ZMQSocketOptions,
        on node: ZMQNode,
        onMessage: MessageObserver? = nil
    ) {
        self.endpoint = endpoint
        super.init(as: security, options: options, on: node, onMessage: onMessage)
    }

    /// Begins to connect, now or as soon as the server is there.
    ///
    /// - Parameters:
    ///   - onChange: Called when the connection is up, and when it is lost.
    ///   - onReadable: Called when answers are there.
    /// - Throws: `ZMQError` when that is impossible; nothing is open then.
    public func open(onChange: @escaping (Change) -> Void, onReadable: @escaping () -> Void) throws(ZMQError) {
        try endpoint.requirePrivate()
        let socket = try node.makeDealer(options)
        let watch = AdmissionWatch(of: endpoint, as: security, on: node) { onChange(.notAdmitted($0)) }
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
            try socket.connect(endpoint, security: security)
        } catch {
            socket.close()
            throw error
        }
        self.socket = socket
        self.watch = watch
        node.whenReadable(socket, perform: onReadable)
        // Within a process nothing is reported of connections, and none is lost.
        if case .inproc = endpoint { onChange(.up) }
    }

    /// Gives the connection up, with all that was not read; nothing is called back any more.
    public func close() {
        watch?.stop()
        watch = nil
        socket?.close()
        socket = nil
    }

    /// Sends one request.
    ///
    /// - Throws: `ZMQError` when the connection takes nothing at the moment.
    public func send(_ message: borrowing ZMQMultipart) throws(ZMQError) {
        guard let socket else { return }
        try socket.send(message)
        onMessage?(.sent(to: endpoint.description), copy message)
    }

    /// Takes the next answer.
    ///
    /// - Returns: Whether there was one.
    /// - Throws: `ZMQError` when receiving fails.
    public func receive(into message: inout ZMQMultipart) throws(ZMQError) -> Bool {
        guard try socket?.receive(into: &message) == true else { return false }
        onMessage?(.received(from: endpoint.description), message)
        return true
    }

    /// Calls back once, as soon as the connection takes something again.
    public func whenWritable(_ perform: @escaping () -> Void) {
        if let socket { node.whenWritable(socket, perform: perform) }
    }
}
