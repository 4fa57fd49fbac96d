/// The tasks that wait for a socket.
struct SocketWaiters {
    var readers = WaiterQueue()
    var writers = WaiterQueue()
}

extension SocketHandle {
    /// Takes the next message, in the order of those who wait for one.
    func receive(timeout: Duration?) async throws -> ZMQMultipart {
        if node.isHoldingUpOthers() { await node.letOthersRun() }
        var message = ZMQMultipart()
        if waiters.readers.isEmpty, try receive(into: &message) { return message }
        try await wait(\.readers, timeout: timeout) { () throws(ZMQError) in try self.receive(into: &message) }
        return message
    }

    /// Sends a message as soon as a peer can take it, after those who wait for that already.
    func send(_ message: ZMQMultipart, timeout: Duration?) async throws {
        if node.isHoldingUpOthers() { await node.letOthersRun() }
        func attempt() throws(ZMQError) -> Bool {
            try trySending { () throws(ZMQError) in try send(message) }
        }
        if waiters.writers.isEmpty, try attempt() { return }
        try await wait(\.writers, timeout: timeout, attempt: attempt)
    }

    /// Tries to send; `false` when no peer can take it now.
    func trySending(_ send: () throws(ZMQError) -> Void) throws(ZMQError) -> Bool {
        do throws(ZMQError) {
            try send()
        } catch {
            guard error.code == .wouldBlock else { throw error }
            return false
        }
        return true
    }

    func wait(
        _ queue: WritableKeyPath<SocketWaiters, WaiterQueue>,
        timeout: Duration?,
        attempt: @escaping () throws(ZMQError) -> Bool
    ) async throws {
        try await node.wait(timeout: timeout, attempt: attempt) { waiter in
            waiters[keyPath: queue].append(waiter)
            watch(queue)
            return { [unowned self, unowned waiter] in
                waiters[keyPath: queue].remove(waiter)
                watch(queue)
            }
        }
    }

    private func serve(_ queue: WritableKeyPath<SocketWaiters, WaiterQueue>) {
        while let waiter = waiters[keyPath: queue].first, waiter.serve() {
            waiters[keyPath: queue].removeFirst()
        }
        watch(queue)
    }

    /// Makes the node tell of the socket while someone waits for it.
    private func watch(_ queue: WritableKeyPath<SocketWaiters, WaiterQueue>) {
        let callback = waiters[keyPath: queue].isEmpty ? nil : { [unowned self] in serve(queue) }
        if queue == \.readers {
            _ = node.sockets.setOnReadable(of: id, perform: callback)
        } else {
            _ = node.sockets.setOnWritable(of: id, perform: callback)
        }
    }

    /// Nobody is called for what comes from now on.
    func stopReading() {
        _ = node.sockets.setOnReadable(of: id, perform: nil)
    }

    /// The socket is closed: nobody waits for it any more.
    func endWaiting() {
        let error = ZMQError(.closed, "the socket was closed")
        for waiter in waiters.readers.removeAll() + waiters.writers.removeAll() { waiter.giveUp(error) }
    }
}
