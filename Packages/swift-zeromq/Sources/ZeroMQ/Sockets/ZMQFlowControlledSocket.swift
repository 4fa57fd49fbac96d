/// A role of which libzmq tells when it can take a message again.
///
/// The others have no use for waiting: a ``RouterSocket`` and a ``StreamSocket`` send to one peer, of which libzmq does not tell
/// when its queue has room; a ``ReplySocket`` drops the answer to a peer that does not read; a ``PubSocket`` and an
/// ``XPubSocket`` drop what a subscriber has no room for.
public protocol ZMQFlowControlledSocket: ZMQSendingSocket {}

extension ZMQFlowControlledSocket {
    /// Sends a message, as soon as a peer can take it.
    ///
    /// While no peer is connected that has room, the task waits, behind those that wait for the same socket already. From a
    /// callback, the call of the same name that is not `async` throws `wouldBlock` instead.
    ///
    /// A task that is cancelled while it waits has sent nothing. A message that was handed over in the same moment is sent, and the
    /// call returns.
    ///
    /// - Parameters:
    ///   - message: At least one frame.
    ///   - timeout: How long to wait; `nil` for as long as it takes.
    /// - Throws: `CancellationError`, or ``ZMQError`` with `timedOut`, `invalidState`, `invalidMessage` or `closed`: nothing was
    ///   sent then.
    public func send(_ message: ZMQMultipart, timeout: Duration? = nil) async throws {
        try await handle.send(message, timeout: timeout)
    }
}
