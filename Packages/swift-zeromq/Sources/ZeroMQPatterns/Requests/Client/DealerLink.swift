internal import ZeroMQ

/// One connection at a time to a server: a DEALER for each.
///
/// One that outlives its connection does one of two harmful things, depending on `immediate`: it throws away answers that have
/// arrived and were not read yet, or it keeps requests for the next connection, where they are no longer expected.
final class DealerLink {
    /// What happened to it.
    enum Change {
        /// Nobody took the connection.
        case absent
        /// Somebody took the connection, and has not said anything yet.
        case accepted
        /// Messages can flow.
        case up
        /// It will not stand: somebody is there who does not admit us, and trying again would not change that.
        case notAdmitted(AdmissionFault)
        /// It is lost, with what was on its way.
        case down
    }

    private let endpoint: ZMQEndpoint
    private let options: RequestClientOptions
    private let node: ZMQNode
    private var socket: DealerSocket?
    private var watch: AdmissionWatch?

    init(to endpoint: ZMQEndpoint, _ options: RequestClientOptions, on node: ZMQNode) {
        self.endpoint = endpoint
        self.options = options
        self.node = node
    }

    var isOpen: Bool { socket != nil }

    /// Begins to connect, now or as soon as the server is there.
    ///
    /// - Throws: `ZMQError` when that is impossible; nothing is open then.
    func open(onChange: @escaping (Change) -> Void, onReadable: @escaping () -> Void) throws(ZMQError) {
        try endpoint.requirePrivate()
        let socket = try node.makeDealer(options.socket)
        let watch = AdmissionWatch(of: endpoint, as: options.security, on: node) { onChange(.notAdmitted($0)) }
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
            try socket.connect(endpoint, options.security)
        } catch {
            socket.close()
            throw error
        }
        self.socket = socket
        self.watch = watch
        node.whenReadable(socket, onReadable)
        // Within a process nothing is told of connections, and none is lost.
        if case .inproc = endpoint { onChange(.up) }
    }

    /// Gives the connection up, with all that was not read; nothing is called back any more.
    func close() {
        watch?.stop()
        watch = nil
        socket?.close()
        socket = nil
    }

    /// - Throws: `ZMQError` when the connection takes nothing at the moment.
    func send(_ message: borrowing ZMQMultipart) throws(ZMQError) {
        try socket?.send(message)
    }

    /// - Returns: Whether there was one.
    func receive(into message: inout ZMQMultipart) -> Bool {
        (try? socket?.receive(into: &message)) ?? false
    }

    /// Calls back once, as soon as the connection takes something again.
    func whenWritable(_ perform: @escaping () -> Void) {
        if let socket { node.whenWritable(socket, perform) }
    }
}
