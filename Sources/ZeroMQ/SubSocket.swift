internal import CZMQ

/// Takes the messages whose topic begins with a subscribed prefix from the publishers it is connected to.
public final class SubSocket: ZMQSocket {
    /// Connects, now or as soon as the publisher is there, and again whenever the connection is lost.
    ///
    /// Subscriptions are sent again with every new connection, in the byte order of their prefixes.
    ///
    /// - Parameters:
    ///   - endpoint: The publisher; not a wildcard.
    ///   - security: How to make oneself known to it.
    /// - Throws: ``ZMQError`` with `invalidEndpoint`, `invalidOption` or `closed`.
    public func connect(_ endpoint: ZMQEndpoint, _ security: ZMQClientSecurity = .none) throws(ZMQError) {
        try handle.connect(endpoint, security)
    }

    /// Ends the connection to a publisher.
    ///
    /// - Parameter endpoint: What was given to ``connect(_:)``.
    /// - Throws: ``ZMQError`` with `notFound` if it was never connected, or `closed`.
    public func disconnect(_ endpoint: ZMQEndpoint) throws(ZMQError) {
        try handle.disconnect(endpoint)
    }

    /// Asks for all messages whose topic begins with these bytes; the empty prefix asks for all.
    ///
    /// - Parameter prefix: At most 118 bytes for a publisher with the defaults, which disconnects senders of longer
    ///   ones.
    /// - Throws: ``ZMQError`` with `closed`.
    public func subscribe(_ prefix: [UInt8]) throws(ZMQError) {
        try handle.set(ZMQ_SUBSCRIBE, toBytes: prefix.span)
    }

    /// Asks for all messages whose topic begins with this text.
    ///
    /// - Parameter prefix: At most 118 bytes of UTF-8 for a publisher with the defaults.
    /// - Throws: ``ZMQError`` with `closed`.
    public func subscribe(_ prefix: String) throws(ZMQError) {
        try subscribe(Array(prefix.utf8))
    }

    /// Takes one ``subscribe(_:)-([UInt8])`` back; each must be taken back on its own.
    ///
    /// - Parameter prefix: The prefix that was subscribed to.
    /// - Throws: ``ZMQError`` with `closed`.
    public func unsubscribe(_ prefix: [UInt8]) throws(ZMQError) {
        try handle.set(ZMQ_UNSUBSCRIBE, toBytes: prefix.span)
    }

    /// Takes one ``subscribe(_:)-(String)`` back; each must be taken back on its own.
    ///
    /// - Parameter prefix: The prefix that was subscribed to.
    /// - Throws: ``ZMQError`` with `closed`.
    public func unsubscribe(_ prefix: String) throws(ZMQError) {
        try unsubscribe(Array(prefix.utf8))
    }

    /// Takes the next message.
    ///
    /// Never waits.
    ///
    /// - Parameter message: Replaced by the message: the topic, then the other frames. Empty if there is none.
    /// - Returns: `false` if nothing is there.
    /// - Throws: ``ZMQError`` with `closed`.
    public func receive(into message: inout ZMQMultipart) throws(ZMQError) -> Bool {
        try handle.receive(into: &message)
    }
}
