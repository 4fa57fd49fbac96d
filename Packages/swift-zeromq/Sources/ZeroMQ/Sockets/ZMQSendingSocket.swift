/// A role that can send messages.
public protocol ZMQSendingSocket: ZMQSocket {}

extension ZMQSendingSocket {
    /// Hands a message over to libzmq, which sends it.
    ///
    /// Never waits; a message that is refused was not sent at all, and can be sent again. One that was taken is lost when
    /// its connection ends before it has left.
    ///
    /// - Parameter message: At least one frame; for a ``RouterSocket`` and a ``StreamSocket`` two, of which the first
    ///   names the peer.
    /// - Throws: ``ZMQError`` with `wouldBlock` if no peer can take it (see ``ZMQNode/whenWritable(_:perform:)``), `peerGone` if
    ///   the peer that is named is not connected, `invalidState` if it is not this one's turn to send, `invalidMessage` or
    ///   `closed`.
    public func send(_ message: borrowing ZMQMultipart) throws(ZMQError) {
        try handle.send(message)
    }
}
