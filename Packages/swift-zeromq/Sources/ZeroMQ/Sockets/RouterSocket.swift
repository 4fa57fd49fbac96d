internal import CZMQ

/// Takes messages from any number of peers and answers each by its routing id, which is always frame 0.
///
/// Sending to a peer that is not connected throws `peerGone`, and to one whose queue is full `wouldBlock`: libzmq drops
/// such messages without a word unless it is asked not to (`ZMQ_ROUTER_MANDATORY`). It does not tell when there is room
/// for that peer again.
public final class RouterSocket: ZMQSocket, ZMQReceivingSocket, ZMQSendingSocket {
    /// Connects, and gives the peer a name to send to before it has said anything (`ZMQ_CONNECT_ROUTING_ID`).
    ///
    /// - Parameters:
    ///   - endpoint: The peer; not a wildcard.
    ///   - security: How to make oneself known to it.
    ///   - routingID: 1…255 bytes of which the first is not 0, as those that libzmq gives begin.
    /// - Throws: ``ZMQError`` with `invalidEndpoint`, `invalidOption` or `closed`.
    public func connect(
        _ endpoint: ZMQEndpoint,
        security: ZMQClientSecurity = .none,
        as routingID: [UInt8]
    ) throws(ZMQError) {
        try ZMQSocketOptions.checkRoutingID(routingID)
        try handle.set(ZMQ_CONNECT_ROUTING_ID, toBytes: routingID.span)
        try connect(endpoint, security: security)
    }
}
