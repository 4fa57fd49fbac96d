/// Asks one question at a time, of the peers that it is connected to in turn, and takes the answer to it.
///
/// Another question may be asked before the answer to the last has come, which is then dropped when it comes
/// (`ZMQ_REQ_RELAXED`, `ZMQ_REQ_CORRELATE`): without that, one lost answer would be the end of the socket.
public final class RequestSocket: ZMQSocket, ZMQReceivingSocket, ZMQFlowControlledSocket {
    private var callers = WaiterQueue()
    private var isAsking = false

    /// Asks a question and waits for its answer.
    ///
    /// Tasks that call at the same time take turns; the timeout counts from the call on. When it is over, or the task is cancelled,
    /// the question may have been answered or not: an answer that comes later is dropped, and the socket can be used as
    /// before. Asking again may have the work done twice: say in the question which it is, if that matters.
    ///
    /// - Parameters:
    ///   - question: At least one frame.
    ///   - timeout: How long to wait, for the turn, for a peer and for its answer together; `nil` for as long as it takes.
    /// - Returns: The answer.
    /// - Throws: `CancellationError`, or ``ZMQError`` with `timedOut`, `invalidMessage` or `closed`.
    public func call(_ question: ZMQMultipart, timeout: Duration?) async throws -> ZMQMultipart {
        let deadline = timeout.map { SuspendingClock.now + $0 }
        func left() -> Duration? { deadline.map { max($0 - SuspendingClock.now, .zero) } }
        try await untilMayAsk(timeout)
        defer { letNextAsk() }
        try await send(question, timeout: left())
        return try await receive(timeout: left())
    }

    private func untilMayAsk(_ timeout: Duration?) async throws {
        handle.node.requireOwner()
        guard isAsking || !callers.isEmpty else { return isAsking = true }
        try await handle.node.wait(timeout: timeout) { [unowned self] () throws(ZMQError) in
            guard !isAsking else { return false }
            isAsking = true
            return true
        } begin: { waiter in
            callers.append(waiter)
            return { [unowned self, unowned waiter] in callers.remove(waiter) }
        }
    }

    private func letNextAsk() {
        isAsking = false
        if let caller = callers.first, caller.serve() { callers.removeFirst() }
    }
}
