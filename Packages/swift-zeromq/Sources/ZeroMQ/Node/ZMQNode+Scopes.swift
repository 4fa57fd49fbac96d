extension ZMQNode {
    /// Lends a ``PairSocket`` to `body`, and closes it when that has ended.
    ///
    /// - Parameters:
    ///   - options: How it behaves.
    ///   - body: Gets the socket.
    /// - Returns: What `body` returned.
    /// - Throws: ``ZMQError`` as ``makePair(_:)`` does, or what `body` threw.
    public func withPair<R>(
        _ options: ZMQSocketOptions = .pair,
        _ body: (sending PairSocket) async throws -> R
    ) async throws -> R {
        try await with(makePair(options), body)
    }

    /// Lends a ``PubSocket`` to `body`, and closes it when that has ended.
    ///
    /// - Parameters:
    ///   - options: How it behaves.
    ///   - body: Gets the socket.
    /// - Returns: What `body` returned.
    /// - Throws: ``ZMQError`` as ``makePub(_:)`` does, or what `body` threw.
    public func withPub<R>(
        _ options: ZMQSocketOptions = .pub,
        _ body: (sending PubSocket) async throws -> R
    ) async throws -> R {
        try await with(makePub(options), body)
    }

    /// Lends a ``SubSocket`` to `body`, and closes it when that has ended.
    ///
    /// - Parameters:
    ///   - options: How it behaves.
    ///   - body: Gets the socket.
    /// - Returns: What `body` returned.
    /// - Throws: ``ZMQError`` as ``makeSub(_:)`` does, or what `body` threw.
    public func withSub<R>(
        _ options: ZMQSocketOptions = .sub,
        _ body: (sending SubSocket) async throws -> R
    ) async throws -> R {
        try await with(makeSub(options), body)
    }

    /// Lends a ``XPubSocket`` to `body`, and closes it when that has ended.
    ///
    /// - Parameters:
    ///   - options: How it behaves.
    ///   - body: Gets the socket.
    /// - Returns: What `body` returned.
    /// - Throws: ``ZMQError`` as ``makeXPub(_:)`` does, or what `body` threw.
    public func withXPub<R>(
        _ options: ZMQSocketOptions = .xpub,
        _ body: (sending XPubSocket) async throws -> R
    ) async throws -> R {
        try await with(makeXPub(options), body)
    }

    /// Lends a ``XSubSocket`` to `body`, and closes it when that has ended.
    ///
    /// - Parameters:
    ///   - options: How it behaves.
    ///   - body: Gets the socket.
    /// - Returns: What `body` returned.
    /// - Throws: ``ZMQError`` as ``makeXSub(_:)`` does, or what `body` threw.
    public func withXSub<R>(
        _ options: ZMQSocketOptions = .xsub,
        _ body: (sending XSubSocket) async throws -> R
    ) async throws -> R {
        try await with(makeXSub(options), body)
    }

    /// Lends a ``RequestSocket`` to `body`, and closes it when that has ended.
    ///
    /// - Parameters:
    ///   - options: How it behaves.
    ///   - body: Gets the socket.
    /// - Returns: What `body` returned.
    /// - Throws: ``ZMQError`` as ``makeRequest(_:)`` does, or what `body` threw.
    public func withRequest<R>(
        _ options: ZMQSocketOptions = .request,
        _ body: (sending RequestSocket) async throws -> R
    ) async throws -> R {
        try await with(makeRequest(options), body)
    }

    /// Lends a ``ReplySocket`` to `body`, and closes it when that has ended.
    ///
    /// - Parameters:
    ///   - options: How it behaves.
    ///   - body: Gets the socket.
    /// - Returns: What `body` returned.
    /// - Throws: ``ZMQError`` as ``makeReply(_:)`` does, or what `body` threw.
    public func withReply<R>(
        _ options: ZMQSocketOptions = .reply,
        _ body: (sending ReplySocket) async throws -> R
    ) async throws -> R {
        try await with(makeReply(options), body)
    }

    /// Lends a ``DealerSocket`` to `body`, and closes it when that has ended.
    ///
    /// - Parameters:
    ///   - options: How it behaves.
    ///   - body: Gets the socket.
    /// - Returns: What `body` returned.
    /// - Throws: ``ZMQError`` as ``makeDealer(_:)`` does, or what `body` threw.
    public func withDealer<R>(
        _ options: ZMQSocketOptions = .dealer,
        _ body: (sending DealerSocket) async throws -> R
    ) async throws -> R {
        try await with(makeDealer(options), body)
    }

    /// Lends a ``RouterSocket`` to `body`, and closes it when that has ended.
    ///
    /// - Parameters:
    ///   - options: How it behaves.
    ///   - body: Gets the socket.
    /// - Returns: What `body` returned.
    /// - Throws: ``ZMQError`` as ``makeRouter(_:)`` does, or what `body` threw.
    public func withRouter<R>(
        _ options: ZMQSocketOptions = .router,
        _ body: (sending RouterSocket) async throws -> R
    ) async throws -> R {
        try await with(makeRouter(options), body)
    }

    /// Lends a ``PushSocket`` to `body`, and closes it when that has ended.
    ///
    /// - Parameters:
    ///   - options: How it behaves.
    ///   - body: Gets the socket.
    /// - Returns: What `body` returned.
    /// - Throws: ``ZMQError`` as ``makePush(_:)`` does, or what `body` threw.
    public func withPush<R>(
        _ options: ZMQSocketOptions = .push,
        _ body: (sending PushSocket) async throws -> R
    ) async throws -> R {
        try await with(makePush(options), body)
    }

    /// Lends a ``PullSocket`` to `body`, and closes it when that has ended.
    ///
    /// - Parameters:
    ///   - options: How it behaves.
    ///   - body: Gets the socket.
    /// - Returns: What `body` returned.
    /// - Throws: ``ZMQError`` as ``makePull(_:)`` does, or what `body` threw.
    public func withPull<R>(
        _ options: ZMQSocketOptions = .pull,
        _ body: (sending PullSocket) async throws -> R
    ) async throws -> R {
        try await with(makePull(options), body)
    }

    /// Lends a ``StreamSocket`` to `body`, and closes it when that has ended.
    ///
    /// - Parameters:
    ///   - options: How it behaves.
    ///   - body: Gets the socket.
    /// - Returns: What `body` returned.
    /// - Throws: ``ZMQError`` as ``makeStream(_:)`` does, or what `body` threw.
    public func withStream<R>(
        _ options: ZMQSocketOptions = .stream,
        _ body: (sending StreamSocket) async throws -> R
    ) async throws -> R {
        try await with(makeStream(options), body)
    }

    private func with<Socket: ZMQSocket, R>(
        _ socket: sending Socket,
        _ body: (sending Socket) async throws -> R
    ) async throws -> R {
        let id = socket.handle.id
        defer { closeSocket(id) }
        return try await body(socket)
    }
}
