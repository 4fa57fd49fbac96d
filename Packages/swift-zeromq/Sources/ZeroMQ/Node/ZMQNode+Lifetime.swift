internal import CZMQ
internal import Synchronization

extension ZMQNode {
    /// Makes a node, runs `body` with it, and returns when the node has ended.
    ///
    /// When `body` returns or throws, on the owner thread: callbacks and timers are dropped, sockets still open are
    /// closed, and the context ends, which takes at most the longest linger of a socket with unsent messages.
    /// Cancelling the caller's task cancels `body` and nothing else: the end is always waited for. The thread that
    /// waits for it is the owner, never one of Swift's pool.
    ///
    /// - Parameters:
    ///   - name: The name of the owner thread; Linux keeps 15 bytes of it.
    ///   - options: How its context behaves.
    ///   - body: Gets the node, which must not be used for new work afterwards.
    /// - Returns: What `body` returned.
    /// - Throws: ``ZMQError`` if the node cannot start, or what `body` threw.
    public static func withNode<R: Sendable>(
        name: String,
        options: ZMQContextOptions = ZMQContextOptions(),
        _ body: (ZMQNode) async throws -> R
    ) async throws -> R {
        let node = try ZMQNode(name: name, options)
        try await node.start()
        do {
            let result = try await body(node)
            await node.stop()
            return result
        } catch {
            await node.stop()
            throw error
        }
    }

    private func start() async throws {
        try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
            inbox.withLock { $0.start(continuation) }
            let body: @convention(c) (UnsafeMutableRawPointer) -> Void = { argument in
                let node = unsafe Unmanaged<ZMQNode>.fromOpaque(argument).takeRetainedValue()
                node.runOwner()
            }
            let argument = unsafe Unmanaged.passRetained(self)
            let result = unsafe CZMQ_thread_start(name, body, argument.toOpaque())
            if result < 0 {
                unsafe argument.release()
                inbox.withLock { $0.started() }?
                    .resume(throwing: ZMQError(result: result, "start the thread of node '\(name)'"))
            }
        }
    }

    private func stop() async {
        await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
            wake(inbox.withLock { $0.stop(continuation) })
        }
    }

    /// The life of the owner thread.
    private func runOwner() {
        becomeOwner()
        // Made here, not before: the I/O threads inherit this thread's signal mask.
        var made: UnsafeMutableRawPointer?
        var result = unsafe CZMQ_context_new(&made)
        if let made = unsafe made {
            for (option, value) in contextSettings where result >= 0 {
                result = unsafe CZMQ_context_set(made, option, value)
            }
            if result < 0 { _ = unsafe CZMQ_context_term(made) }
        }
        unsafe context = result < 0 ? nil : made
        let started = inbox.withLock { $0.started() }
        if result < 0 {
            started?.resume(throwing: ZMQError(result: result, "make the context of node '\(name)'"))
        } else {
            started?.resume()
            runLoop()
            closeAll()
        }
        // Resumed only now: the context and all its sockets are gone. Late jobs follow on this thread.
        inbox.withLock { $0.end() }?.resume()
        drain()
        CZMQ_thread_set_owner(nil)
    }

    private func closeAll() {
        guard let context = unsafe context else { return }
        // First, so that whatever runs below can neither make sockets nor schedule timers any more.
        unsafe self.context = nil
        // Swapped out before they are dropped: a callback may hold the last reference to something that cancels its
        // timers or closes its sockets when it goes.
        var dropped = TimerQueue()
        swap(&dropped, &timers)
        dropped.removeAll()
        _ = sockets.removeWatches()
        shared = [:]
        resumeYielded()
        for id in sockets.ids {
            closeSocket(id)
        }
        _ = unsafe CZMQ_context_shutdown(context)
        _ = unsafe CZMQ_context_term(context)
    }
}
