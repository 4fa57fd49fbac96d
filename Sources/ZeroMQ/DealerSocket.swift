/// Sends messages to the peers it is connected to, in turn, and takes what they send back.
public final class DealerSocket: ZMQSocket {
    /// Connects, now or as soon as the peer is there, and again whenever the connection is lost.
    ///
    /// - Parameters:
    ///   - endpoint: The peer; not a wildcard.
    ///   - security: How to make oneself known to it.
    /// - Throws: ``ZMQError`` with `invalidEndpoint`, `invalidOption` or `closed`.
    public func connect(_ endpoint: ZMQEndpoint, _ security: ZMQClientSecurity = .none) throws(ZMQError) {
        try handle.connect(endpoint, security)
    }

    /// Ends the connection to a peer.
    ///
    /// Messages for it that have not left yet have the linger left.
    ///
    /// - Parameter endpoint: What was given to ``connect(_:)``.
    /// - Throws: ``ZMQError`` with `notFound` if it was never connected, or `closed`.
    public func disconnect(_ endpoint: ZMQEndpoint) throws(ZMQError) {
        try handle.disconnect(endpoint)
    }

    /// Takes the next message.
    ///
    /// Never waits.
    ///
    /// - Parameter message: Replaced by the message; empty if there is none.
    /// - Returns: `false` if nothing is there.
    /// - Throws: ``ZMQError`` with `closed`.
    public func receive(into message: inout ZMQMultipart) throws(ZMQError) -> Bool {
        try handle.receive(into: &message)
    }

    /// Sends a message to the next peer that can take it, or keeps it for the first that will be there
    /// (see ``ZMQSocketOptions/immediate``).
    ///
    /// Never waits; a message that is refused was not sent at all, and can be sent again. One that was taken is lost when
    /// its connection ends before it has left.
    ///
    /// - Parameter message: At least one frame.
    /// - Throws: ``ZMQError`` with `wouldBlock` if no peer can take it (see ``ZMQNode/whenWritable(_:_:)``),
    ///   `invalidMessage` or `closed`.
    public func send(_ message: borrowing ZMQMultipart) throws(ZMQError) {
        try handle.send(message, minimumFrames: 1)
    }
}
