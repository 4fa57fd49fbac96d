extension ZMQReceivingSocket {
    /// Takes the next message with the memory that it was received into.
    ///
    /// Never waits.
    ///
    /// - Returns: The message; `nil` if nothing is there.
    /// - Throws: ``ZMQError`` with `closed`, or `invalidState`.
    public func takeMessage() throws(ZMQError) -> ZMQMessage? {
        var message = ZMQMessage()
        guard try handle.take(into: &message) else { return nil }
        return message
    }

    /// Waits for the next message and takes it with the memory that it was received into.
    ///
    /// What ``receive(timeout:)`` says of order and cancellation holds here, too.
    ///
    /// - Parameter timeout: How long to wait; `nil` for as long as it takes.
    /// - Returns: The message.
    /// - Throws: `CancellationError`, or ``ZMQError`` with `timedOut`, `closed` or `invalidState`.
    public func takeMessage(timeout: Duration? = nil) async throws -> ZMQMessage {
        try await handle.take(timeout: timeout)
    }
}

extension ZMQSendingSocket {
    /// Hands a message over with its memory, without a copy.
    ///
    /// Never waits.
    ///
    /// - Parameter message: Empty when it was taken; as it was when it was refused.
    /// - Throws: ``ZMQError`` as ``send(_:)-(ZMQMultipart)`` does.
    public func send(_ message: inout ZMQMessage) throws(ZMQError) {
        try handle.send(&message)
    }
}

extension ZMQFlowControlledSocket {
    /// Hands a message over with its memory, without a copy, as soon as a peer can take it.
    ///
    /// - Parameters:
    ///   - message: Empty when it was taken; as it was when something was thrown.
    ///   - timeout: How long to wait; `nil` for as long as it takes.
    /// - Throws: As ``send(_:timeout:)-(ZMQMultipart,_)`` does.
    public func send(_ message: inout ZMQMessage, timeout: Duration? = nil) async throws {
        try await handle.send(&message, timeout: timeout)
    }
}
