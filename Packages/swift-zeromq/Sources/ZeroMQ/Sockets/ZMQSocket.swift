/// What all sockets have in common.
///
/// A node makes the twelve roles, from ``PairSocket`` to ``StreamSocket``; nothing else is a socket. What a role cannot do
/// does not compile: those that send are a ``ZMQSendingSocket``, those that receive a ``ZMQReceivingSocket``.
///
/// A socket belongs to the owner thread of its node: calls on another thread trap. It lives as long as someone holds
/// it, a callback for example. It may be *released* on any thread; the node then closes it on the right one. Whatever
/// is still open when the node ends is closed by the node, and every later call throws `closed`.
public class ZMQSocket {
    let handle: SocketHandle

    init(handle: SocketHandle) {
        self.handle = handle
    }

    deinit {
        handle.node.releaseSocket(handle.id)
    }

    /// Whether the socket can still be used.
    public final var isOpen: Bool {
        handle.node.requireOwner()
        return handle.isOpen
    }

    /// Closes the socket, its callbacks and its monitor.
    ///
    /// Messages not yet sent have the ``ZMQSocketOptions/linger`` left to leave. Anyone who waits for the socket is
    /// told that it is closed. Closing again does nothing.
    ///
    /// Another thread of libzmq finishes the work: endpoints the socket was bound to are free a moment later.
    public final func close() {
        handle.node.requireOwner()
        handle.node.closeSocket(handle.id)
    }

    /// What the socket has done so far; also after it was closed.
    public final var statistics: ZMQSocketStatistics {
        handle.node.requireOwner()
        return handle.counts
    }

    // MARK: Endpoints

    /// Starts to listen.
    ///
    /// An ipc path at which there is a socket is taken over, even from a living process: whoever needs to be alone on it holds a
    /// lock file next to it. A file of another kind, a link too, is left alone, and the endpoint refused with
    /// `addressInUse`. The socket file can be used by its owner only.
    ///
    /// - Parameters:
    ///   - endpoint: Where to listen; port 0 lets the system choose one.
    ///   - security: How it finds out who connects; a socket can have endpoints of several kinds.
    /// - Returns: The endpoint with the real port, for peers and for ``unbind(_:)``.
    /// - Throws: ``ZMQError`` with `addressInUse`, `addressUnavailable`, `permissionDenied`, `notFound`,
    ///   `invalidEndpoint`, `insecureEndpoint`, `invalidOption` or `closed`.
    @discardableResult
    public final func bind(
        _ endpoint: ZMQEndpoint,
        security: ZMQServerSecurity = .local
    ) throws(ZMQError) -> ZMQEndpoint {
        try handle.bind(endpoint, security: security)
    }

    /// Stops listening and ends the connections that came over the endpoint, with what is on its way to them.
    ///
    /// The file of an ipc endpoint is removed a moment later by another thread: bind the same path again only after the
    /// monitor has reported `closed` for it.
    ///
    /// - Parameter endpoint: What ``bind(_:security:)`` returned.
    /// - Throws: ``ZMQError`` with `notFound` if it is not bound there, or `closed`.
    public final func unbind(_ endpoint: ZMQEndpoint) throws(ZMQError) {
        try handle.unbind(endpoint)
    }

    /// Connects, now or as soon as the peer is there, and again whenever the connection is lost.
    ///
    /// A subscriber's subscriptions are sent again with every new connection, in the byte order of their prefixes.
    ///
    /// - Parameters:
    ///   - endpoint: The peer; not a wildcard.
    ///   - security: How to make oneself known to it.
    /// - Throws: ``ZMQError`` with `invalidEndpoint`, `invalidOption` or `closed`.
    public final func connect(_ endpoint: ZMQEndpoint, security: ZMQClientSecurity = .none) throws(ZMQError) {
        try handle.connect(endpoint, security: security)
    }

    /// Ends the connection to a peer.
    ///
    /// Messages for it that have not left yet have the linger left.
    ///
    /// - Parameter endpoint: What was given to ``connect(_:security:)``.
    /// - Throws: ``ZMQError`` with `notFound` if it was never connected, or `closed`.
    public final func disconnect(_ endpoint: ZMQEndpoint) throws(ZMQError) {
        try handle.disconnect(endpoint)
    }

    // MARK: Monitor

    /// Calls back for everything that happens to the socket's connections, on the owner thread, until it is closed.
    ///
    /// To miss nothing, call it before `bind` or `connect`. A second call replaces the first.
    ///
    /// - Parameter perform: Called once per event.
    /// - Throws: ``ZMQError`` with `closed`, or with `tooManyOpenFiles`.
    public final func monitor(_ perform: @escaping (ZMQMonitorEvent) -> Void) throws(ZMQError) {
        try handle.node.monitor(handle, perform: perform)
    }

    /// Makes the monitor tell now what it would tell in the next iteration of the node's loop, up to a bound.
    ///
    /// libzmq tells of a connection before it hands over what came over it, so anyone who has read a message knows the
    /// connection afterwards.
    public final func readMonitor() {
        handle.node.requireOwner()
        handle.node.readMonitor(of: handle)
    }
}
