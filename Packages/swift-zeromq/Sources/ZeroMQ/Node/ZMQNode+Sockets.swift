internal import CZMQ
internal import Synchronization

extension ZMQNode {
    /// Makes a PAIR.
    ///
    /// - Throws: ``ZMQError`` with `invalidOption`, `tooManyOpenFiles` or `nodeStopped`.
    public func makePair(_ options: ZMQSocketOptions = .pair) throws(ZMQError) -> PairSocket {
        try PairSocket(handle: makeSocket(.pair, options: options))
    }

    /// Makes a PUB that never waits for a slow subscriber.
    ///
    /// - Throws: ``ZMQError`` with `invalidOption`, `tooManyOpenFiles` or `nodeStopped`.
    public func makePub(_ options: ZMQSocketOptions = .pub) throws(ZMQError) -> PubSocket {
        try PubSocket(handle: makeSocket(.pub, options: options))
    }

    /// Makes a SUB, without any subscription but those in the options.
    ///
    /// - Throws: ``ZMQError`` with `invalidOption`, `tooManyOpenFiles` or `nodeStopped`.
    public func makeSub(_ options: ZMQSocketOptions = .sub) throws(ZMQError) -> SubSocket {
        try SubSocket(handle: makeSocket(.sub, options: options))
    }

    /// Makes an XPUB that reports every subscription and never waits for a slow subscriber.
    ///
    /// - Throws: ``ZMQError`` with `invalidOption`, `tooManyOpenFiles` or `nodeStopped`.
    public func makeXPub(_ options: ZMQSocketOptions = .xpub) throws(ZMQError) -> XPubSocket {
        try XPubSocket(handle: makeSocket(.xpub, options: options))
    }

    /// Makes an XSUB, without any subscription but those in the options.
    ///
    /// - Throws: ``ZMQError`` with `invalidOption`, `tooManyOpenFiles` or `nodeStopped`.
    public func makeXSub(_ options: ZMQSocketOptions = .xsub) throws(ZMQError) -> XSubSocket {
        try XSubSocket(handle: makeSocket(.xsub, options: options))
    }

    /// Makes a REQ.
    ///
    /// - Throws: ``ZMQError`` with `invalidOption`, `tooManyOpenFiles` or `nodeStopped`.
    public func makeRequest(_ options: ZMQSocketOptions = .request) throws(ZMQError) -> RequestSocket {
        try RequestSocket(handle: makeSocket(.request, options: options))
    }

    /// Makes a REP.
    ///
    /// - Throws: ``ZMQError`` with `invalidOption`, `tooManyOpenFiles` or `nodeStopped`.
    public func makeReply(_ options: ZMQSocketOptions = .reply) throws(ZMQError) -> ReplySocket {
        try ReplySocket(handle: makeSocket(.reply, options: options))
    }

    /// Makes a DEALER.
    ///
    /// - Throws: ``ZMQError`` with `invalidOption`, `tooManyOpenFiles` or `nodeStopped`.
    public func makeDealer(_ options: ZMQSocketOptions = .dealer) throws(ZMQError) -> DealerSocket {
        try DealerSocket(handle: makeSocket(.dealer, options: options))
    }

    /// Makes a ROUTER that refuses what it cannot deliver, instead of dropping it.
    ///
    /// - Throws: ``ZMQError`` with `invalidOption`, `tooManyOpenFiles` or `nodeStopped`.
    public func makeRouter(_ options: ZMQSocketOptions = .router) throws(ZMQError) -> RouterSocket {
        try RouterSocket(handle: makeSocket(.router, options: options))
    }

    /// Makes a PUSH.
    ///
    /// - Throws: ``ZMQError`` with `invalidOption`, `tooManyOpenFiles` or `nodeStopped`.
    public func makePush(_ options: ZMQSocketOptions = .push) throws(ZMQError) -> PushSocket {
        try PushSocket(handle: makeSocket(.push, options: options))
    }

    /// Makes a PULL.
    ///
    /// - Throws: ``ZMQError`` with `invalidOption`, `tooManyOpenFiles` or `nodeStopped`.
    public func makePull(_ options: ZMQSocketOptions = .pull) throws(ZMQError) -> PullSocket {
        try PullSocket(handle: makeSocket(.pull, options: options))
    }

    /// Makes a STREAM.
    ///
    /// - Throws: ``ZMQError`` with `invalidOption`, `tooManyOpenFiles` or `nodeStopped`.
    public func makeStream(_ options: ZMQSocketOptions = .stream) throws(ZMQError) -> StreamSocket {
        try StreamSocket(handle: makeSocket(.stream, options: options))
    }

    func makeSocket(_ role: ZMQRole, options: ZMQSocketOptions) throws(ZMQError) -> SocketHandle {
        let handle = try openHandle(role, options: options)
        do {
            try options.apply(to: handle, role)
        } catch {
            closeSocket(handle.id)
            throw error
        }
        return handle
    }

    /// Makes a socket with the settings of the library.
    func openHandle(_ role: ZMQRole, options: ZMQSocketOptions) throws(ZMQError) -> SocketHandle {
        requireOwner()
        guard let context = unsafe context else {
            throw ZMQError(.nodeStopped, "node '\(name)' has ended")
        }
        var made: UnsafeMutableRawPointer?
        var descriptor: CInt = -1
        let result = unsafe CZMQ_socket_new(context, role.type, &made, &descriptor)
        guard let made = unsafe made else {
            throw ZMQError(result: result, "make a socket")
        }
        let handle = unsafe SocketHandle(
            id: sockets.makeID(),
            node: self,
            socket: made,
            descriptor: descriptor,
            role: role,
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
