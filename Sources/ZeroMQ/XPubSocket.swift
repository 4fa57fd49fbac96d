internal import CZMQ

/// Publishes messages to the subscribers that want them, and sees every wish they send.
///
/// It must be read: until ``receiveSubscription()`` takes them, wishes pile up without a limit.
public final class XPubSocket: ZMQSocket {
    private var notification = ZMQMultipart()

    /// Starts to listen.
    ///
    /// The notes at ``RouterSocket/bind(_:)`` apply.
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
    /// The notes at ``RouterSocket/unbind(_:)`` apply.
    ///
    /// - Parameter endpoint: What ``bind(_:)`` returned.
    /// - Throws: ``ZMQError`` with `notFound` if it is not bound there, or `closed`.
    public func unbind(_ endpoint: ZMQEndpoint) throws(ZMQError) {
        try handle.unbind(endpoint)
    }

    /// Sends a message to everyone who subscribed to a prefix of frame 0.
    ///
    /// Never waits.
    ///
    /// A subscriber whose queue is full misses it, unseen from here.
    ///
    /// - Parameter message: The topic, then any frames.
    /// - Throws: ``ZMQError`` with `invalidMessage` or `closed`.
    public func publish(_ message: borrowing ZMQMultipart) throws(ZMQError) {
        try handle.send(message, minimumFrames: 1)
    }

    /// The descriptor of the connection over which the subscription received last came; negative when it was the end of a
    /// subscriber that is gone.
    ///
    /// By now it may belong to another connection: whoever keeps a table of connections compares.
    package var sourceDescriptor: CInt { handle.sourceDescriptor }

    /// Calls back when a message has some thousand frames more than ``ZMQSocketOptions/maximumFrames``, once for each.
    package func onFlood(_ perform: @escaping (_ descriptor: CInt) -> Void) { handle.onFlood = perform }

    /// Who sent the wish received last, where the socket finds that out (``ZMQSocketOptions/identifiesPeers``).
    public var peer: ZMQPeer? { notification.peer }

    /// Takes the next wish of a subscriber.
    ///
    /// Never waits.
    ///
    /// A topic that is wanted again is reported again. That it is no longer wanted is reported once, when the last
    /// subscriber gives it up or is gone. Anything else that peers send is skipped.
    ///
    /// - Returns: The wish, or `nil` if nothing is there, or nothing but rubbish (the socket is then still readable).
    /// - Throws: ``ZMQError`` with `closed`.
    public func receiveSubscription() throws(ZMQError) -> ZMQSubscription? {
        // Bounded: a peer that only sends rubbish must not keep the thread here.
        for _ in 0..<256 {
            guard try handle.receive(into: &notification) else { return nil }
            guard notification.count == 1, !notification.isIncomplete else { continue }
            let bytes = notification.frame(0)
            if let kind = bytes.first, kind <= 1 {
                return ZMQSubscription(topic: Array(bytes.dropFirst()), isSubscribed: kind == 1)
            }
        }
        return nil
    }
}
