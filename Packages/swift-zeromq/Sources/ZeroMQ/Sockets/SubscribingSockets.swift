/// Takes the messages whose topic begins with a subscribed prefix from the publishers it is connected to.
public final class SubSocket: ZMQSocket, ZMQReceivingSocket {
    /// Asks for all messages whose topic begins with these bytes; the empty prefix asks for all.
    ///
    /// - Parameter prefix: At most 118 bytes for a publisher with the defaults, which disconnects senders of longer
    ///   ones.
    /// - Throws: ``ZMQError`` with `closed`; with `invalidOption` for a second one where the socket
    ///   ``ZMQSocketOptions/keepsOnlyLast``.
    public func subscribe(_ prefix: [UInt8]) throws(ZMQError) {
        try handle.subscribe(prefix)
    }

    /// Asks for all messages whose topic begins with this text.
    ///
    /// - Parameter prefix: At most 118 bytes of UTF-8 for a publisher with the defaults.
    /// - Throws: ``ZMQError`` as above.
    public func subscribe(_ prefix: String) throws(ZMQError) {
        try subscribe(Array(prefix.utf8))
    }

    /// Takes one ``subscribe(_:)-([UInt8])`` back; each must be taken back on its own.
    ///
    /// - Parameter prefix: The prefix that was subscribed to.
    /// - Throws: ``ZMQError`` with `closed`.
    public func unsubscribe(_ prefix: [UInt8]) throws(ZMQError) {
        try handle.unsubscribe(prefix)
    }

    /// Takes one ``subscribe(_:)-(String)`` back; each must be taken back on its own.
    ///
    /// - Parameter prefix: The prefix that was subscribed to.
    /// - Throws: ``ZMQError`` with `closed`.
    public func unsubscribe(_ prefix: String) throws(ZMQError) {
        try unsubscribe(Array(prefix.utf8))
    }
}

/// Takes messages of publishers as a ``SubSocket`` does, and sends them its wishes, and other messages, as messages.
///
/// For what is between publishers and subscribers: the wishes that an ``XPubSocket`` has received can be handed on.
public final class XSubSocket: ZMQSocket, ZMQReceivingSocket, ZMQSendingSocket {
    /// Sends a wish, or the end of one, to all publishers.
    ///
    /// - Parameter subscription: The prefix, and whether it is wanted.
    /// - Throws: ``ZMQError`` with `wouldBlock` or `closed`.
    public func send(_ subscription: ZMQSubscription) throws(ZMQError) {
        try handle.send(subscription.message)
    }
}
