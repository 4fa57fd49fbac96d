/// Takes messages from any number of peers and answers each by its routing id, which is always frame 0.
public final class RouterSocket: ZMQSocket {
    /// Starts to listen.
    ///
    /// An ipc path that exists is taken over, even from a living process: whoever needs to be alone on it holds a lock
    /// file beside it. The socket file can be used by its owner only.
    ///
    /// - Parameters:
    ///   - endpoint: Where to listen; port 0 lets the system choose one.
    ///   - security: How it finds out who connects; a socket can have endpoints of several kinds.
    /// - Returns: The endpoint with the real port, for peers and for ``unbind(_:)``.
    /// - Throws: ``ZMQError`` with `addressInUse`, `addressUnavailable`, `permissionDenied`, `notFound`,
    ///   `invalidEndpoint`, `insecureEndpoint`, `invalidOption` or `closed`.
    @discardableResult
    public func bind(
        _ endpoint: ZMQEndpoint,
        _ security: ZMQServerSecurity = .local
    ) throws(ZMQError) -> ZMQEndpoint {
        try handle.bind(endpoint, security)
    }

    /// Stops listening and ends the connections that came over the endpoint, with what is on its way to them.
    ///
    /// The file of an ipc endpoint is removed a moment later by another thread: bind the same path again only after the
    /// monitor has reported `closed` for it.
    ///
    /// - Parameter endpoint: What ``bind(_:)`` returned.
    /// - Throws: ``ZMQError`` with `notFound` if it is not bound there, or `closed`.
    public func unbind(_ endpoint: ZMQEndpoint) throws(ZMQError) {
        try handle.unbind(endpoint)
    }

    /// Takes the next message.
    ///
    /// Never waits.
    ///
    /// - Parameter message: Replaced by the message: the peer's routing id, then the frames it sent. Empty if there is
    ///   none.
    /// - Returns: `false` if nothing is there.
    /// - Throws: ``ZMQError`` with `closed`.
    public func receive(into message: inout ZMQMultipart) throws(ZMQError) -> Bool {
        try handle.receive(into: &message)
    }

    /// The descriptor of the connection over which the message received last came; negative within a process.
    ///
    /// By now it may belong to another connection: whoever keeps a table of connections compares.
    package var sourceDescriptor: CInt { handle.sourceDescriptor }

    /// Calls back when a message has some thousand frames more than ``ZMQSocketOptions/maximumFrames``, once for each.
    package func onFlood(_ perform: @escaping (_ descriptor: CInt) -> Void) { handle.onFlood = perform }

    /// Sends a message to the peer that frame 0 names.
    ///
    /// Never waits; a message that is refused was not sent at all.
    ///
    /// - Parameter message: The routing id and at least one more frame.
    /// - Throws: ``ZMQError`` with `peerGone` if that peer is not connected, `wouldBlock` if its queue is full,
    ///   `invalidMessage` or `closed`.
    public func send(_ message: borrowing ZMQMultipart) throws(ZMQError) {
        try handle.send(message, minimumFrames: 2)
    }
}
