internal import CZMQ

extension ZMQNode {
    /// Where libzmq looks for the handler of a context.
    private static var authenticatorEndpoint: ZMQEndpoint { .inproc(name: "zeromq.zap.01") }

    /// Starts to decide who may connect to the guarded endpoints of this node.
    ///
    /// Make it before they are bound, and keep it. It is served before all other sockets.
    ///
    /// - Parameter decide: Called on the owner thread for each connection while it is being made. It has to be quick,
    ///   a look into a table and no I/O, because every handshake waits for it.
    /// - Throws: ``ZMQError`` with `addressInUse` when the node has one already, `tooManyOpenFiles` or `nodeStopped`.
    public func makeAuthenticator(
        _ decide: @escaping (ZMQHandshake) -> ZMQVerdict
    ) throws(ZMQError) -> ZMQAuthenticator {
        var options = ZMQSocketOptions.router
        options.linger = .zero
        let handle = try makeSocket(.router, options: options)
        let authenticator = ZMQAuthenticator(handle: handle, decide: decide)
        _ = try handle.bind(Self.authenticatorEndpoint, security: .local)
        sockets.serveFirst(handle.id)
        _ = sockets.setOnReadable(of: handle.id) { [weak authenticator] in authenticator?.answer() }
        return authenticator
    }

    /// Whether handshakes are answered.
    var hasAuthenticator: Bool { sockets.servesFirst }
}
