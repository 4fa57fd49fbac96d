internal import CZMQ

extension ZMQNode {
    /// Calls back whenever a socket has something to read, on the owner thread.
    ///
    /// Called at most once per iteration of the node's loop, for as long as something is there; a callback may leave
    /// messages for the next one, and should after a few hundred, because jobs, timers and other sockets come in
    /// between. It may also find nothing, when the message was read by something else meanwhile.
    ///
    /// ```swift
    /// node.whenReadable(router) {
    ///     for _ in 0..<256 {
    ///         guard (try? router.receive(into: &request)) == true else { return }
    ///         answer(request)
    ///     }
    /// }
    /// ```
    ///
    /// A second call replaces the callback. It is dropped when the socket is closed, or by ``stopReading(_:)``.
    ///
    /// - Parameters:
    ///   - socket: A socket of this node; nothing happens for one that is closed.
    ///   - perform: Reads the socket.
    public func whenReadable(_ socket: some ZMQReceivingSocket, perform: @escaping () -> Void) {
        requireOwner()
        requireOwn(socket)
        _ = sockets.setOnReadable(of: socket.handle.id, perform: perform)
    }

    /// Drops the callback of ``whenReadable(_:perform:)``: what comes waits in the socket, and then at its peers, until it is read again.
    ///
    /// For a callback that has nowhere to put a message: one that only leaves it there is called again at once.
    ///
    /// - Parameter socket: A socket of this node; nothing happens for one that is closed.
    public func stopReading(_ socket: some ZMQReceivingSocket) {
        requireOwner()
        requireOwn(socket)
        // The callback is that of the tasks that wait, if there are any.
        if socket.handle.waiters.readers.isEmpty { socket.handle.stopReading() }
    }

    /// Calls back once, on the owner thread, as soon as a socket has a peer that can take a message.
    ///
    /// A ``RouterSocket`` always has one, as far as libzmq tells, and so have publishers that drop what does not fit.
    ///
    /// A second call before that replaces the callback. It is dropped when the socket is closed.
    ///
    /// - Parameters:
    ///   - socket: A socket of this node; nothing happens for one that is closed.
    ///   - perform: Sends what `wouldBlock` had refused.
    public func whenWritable(_ socket: some ZMQSendingSocket, perform: @escaping () -> Void) {
        requireOwner()
        requireOwn(socket)
        _ = sockets.setOnWritable(of: socket.handle.id, perform: perform)
    }

    /// Calls back once, on the owner thread, after some time.
    ///
    /// Callbacks due together run in the order of their deadlines. After the node's end nothing is called any more.
    ///
    /// - Parameters:
    ///   - delay: How long to wait; negative counts as 0. The clock is monotonic and stops while the machine
    ///     sleeps. The wait ends up to 1 ms late, never early.
    ///   - perform: What to do then.
    /// - Returns: The name of the timer, for ``cancel(_:)``.
    @discardableResult
    public func schedule(after delay: Duration, _ perform: @escaping () -> Void) -> ZMQTimer {
        requireOwner()
        // A century is forever, and keeps the sum in range.
        let longest = Duration.seconds(3_155_760_000)
        let nanoseconds = min(max(delay, .zero), longest).count(perSecond: 1_000_000_000, roundsUp: true)
        let deadline = CZMQ_monotonic_nanoseconds() + nanoseconds
        // After the end nothing would ever fire or free the callback: let it go at once.
        guard unsafe context != nil else { return ZMQTimer(id: .max) }
        return timers.schedule(at: deadline, perform)
    }

    /// Drops a timer's callback.
    ///
    /// Does nothing if it was called or cancelled already.
    ///
    /// - Parameter timer: A timer of this node.
    public func cancel(_ timer: ZMQTimer) {
        requireOwner()
        _ = timers.cancel(timer)
    }

    private func requireOwn(_ socket: ZMQSocket) {
        guard socket.handle.node === self else {
            preconditionFailure("ZMQNode '\(name)': the socket belongs to node '\(socket.handle.node.name)'")
        }
    }
}
