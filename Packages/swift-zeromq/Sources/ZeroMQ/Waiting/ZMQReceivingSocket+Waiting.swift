extension ZMQReceivingSocket {
    /// Waits for the next message and takes it.
    ///
    /// Tasks that wait for the same socket are served in the order in which they came. A socket is read either by
    /// tasks or by a callback (``ZMQNode/whenReadable(_:perform:)``); what was begun last replaces the other.
    ///
    /// A task that is cancelled while it waits takes no message: the next to come goes to the next task. One that was taken is
    /// returned even if the task was cancelled in the same moment, so none is lost.
    ///
    /// - Parameter timeout: How long to wait; `nil` for as long as it takes.
    /// - Returns: The message.
    /// - Throws: `CancellationError`, or ``ZMQError`` with `timedOut`, `closed`, or, from a ``RequestSocket`` that has asked
    ///   nothing, `invalidState`.
    public func receive(timeout: Duration? = nil) async throws -> ZMQMultipart {
        try await handle.receive(timeout: timeout)
    }

    /// The messages as they come, until the socket is closed or the task is cancelled.
    ///
    /// None is taken before it is asked for: what comes meanwhile waits in the socket, up to its
    /// ``ZMQSocketOptions/receiveHighWaterMark``, and from then on at the peer, or is dropped where the role says so. Breaking off
    /// the loop loses nothing: another may go on.
    public var messages: ZMQMessages<Self> { ZMQMessages(socket: self) }
}

/// The messages of a socket, see ``ZMQReceivingSocket/messages``.
public struct ZMQMessages<Socket: ZMQReceivingSocket>: AsyncSequence {
    let socket: Socket

    /// Takes one message after the other.
    public struct Iterator: AsyncIteratorProtocol {
        let socket: Socket

        /// Waits for the next message.
        ///
        /// - Returns: The message; `nil` when the socket was closed or the task was cancelled.
        public mutating func next(isolation actor: isolated (any Actor)? = #isolation) async -> ZMQMultipart? {
            try? await socket.receive()
        }
    }

    /// Begins with the next message that comes.
    public func makeAsyncIterator() -> Iterator { Iterator(socket: socket) }
}
