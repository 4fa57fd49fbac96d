internal import CZMQ
internal import Synchronization

extension ZMQNode {
    /// Makes a ROUTER.
    ///
    /// Sending to a peer that is not connected fails instead of vanishing.
    ///
    /// - Parameter options: How it behaves, from now on.
    /// - Throws: ``ZMQError`` with `invalidOption`, `tooManyOpenFiles` or `nodeStopped`.
    public func makeRouter(_ options: ZMQSocketOptions = .router) throws(ZMQError) -> RouterSocket {
        let socket = try RouterSocket(handle: makeSocket(ZMQ_ROUTER, options))
        try socket.handle.set(ZMQ_ROUTER_MANDATORY, to: 1)
        return socket
    }

    /// Makes a DEALER.
    ///
    /// - Parameter options: How it behaves, from now on.
    /// - Throws: ``ZMQError`` with `invalidOption`, `tooManyOpenFiles` or `nodeStopped`.
    public func makeDealer(_ options: ZMQSocketOptions = .dealer) throws(ZMQError) -> DealerSocket {
        try DealerSocket(handle: makeSocket(ZMQ_DEALER, options))
    }

    /// Makes an XPUB that reports every subscription, repeated ones too, and never waits for a slow subscriber.
    ///
    /// - Parameter options: How it behaves, from now on.
    /// - Throws: ``ZMQError`` with `invalidOption`, `tooManyOpenFiles` or `nodeStopped`.
    public func makeXPub(_ options: ZMQSocketOptions = .xpub) throws(ZMQError) -> XPubSocket {
        let socket = try XPubSocket(handle: makeSocket(ZMQ_XPUB, options))
        try socket.handle.set(ZMQ_XPUB_VERBOSE, to: 1)
        return socket
    }

    /// Makes a SUB without any subscription.
    ///
    /// - Parameter options: How it behaves, from now on.
    /// - Throws: ``ZMQError`` with `invalidOption`, `tooManyOpenFiles` or `nodeStopped`.
    public func makeSub(_ options: ZMQSocketOptions = .sub) throws(ZMQError) -> SubSocket {
        try SubSocket(handle: makeSocket(ZMQ_SUB, options))
    }

    func makeSocket(_ type: CInt, _ options: ZMQSocketOptions) throws(ZMQError) -> SocketHandle {
        let handle = try openHandle(type, options)
        do {
            try options.apply(to: handle)
        } catch {
            closeSocket(handle.id)
            throw error
        }
        return handle
    }

    /// Makes a socket with the settings of the library.
    ///
    /// - Parameter options: What concerns our side of it.
    func openHandle(_ type: CInt, _ options: ZMQSocketOptions) throws(ZMQError) -> SocketHandle {
        requireOwner()
        guard let context = unsafe context else {
            throw ZMQError(.nodeStopped, "node '\(name)' has ended")
        }
        var made: UnsafeMutableRawPointer?
        var descriptor: CInt = -1
        let result = unsafe CZMQ_socket_new(context, type, &made, &descriptor)
        guard let made = unsafe made else {
            throw ZMQError(result: result, "make a socket")
        }
        let handle = unsafe SocketHandle(
            id: sockets.makeID(),
            node: self,
            socket: made,
            descriptor: descriptor,
            options: options
        )
        sockets.insert(handle)
        return handle
    }

    /// Closes a socket and its monitor; on the owner thread.
    func closeSocket(_ id: Int) {
        guard let record = sockets.remove(id) else { return }
        if let monitor = record.monitor {
            stopMonitor(monitor, of: record.handle)
        }
        record.handle.close()
    }

    /// Closes a socket whose last reference is gone; on any thread.
    func releaseSocket(_ id: Int) {
        if isOwner {
            closeSocket(id)
        } else {
            wake(inbox.withLock { $0.release(socket: id) })
        }
    }
}
