extension ZMQNode {
    /// Lends a ``PairSocket`` to `body`, and closes it when that has ended.
    ///
    /// - Throws: ``ZMQError`` as ``makePair(_:)`` does, or what `body` threw.
    public func withPair<R>(
        _ options: ZMQSocketOptions = .pair,
        body: (sending PairSocket) async throws -> R
    ) async throws -> R {
        try await with(makePair(options), body: body)
    }

    /// Lends a ``PubSocket`` to `body`, and closes it when that has ended.
    ///
    /// - Throws: ``ZMQError`` as ``makePub(_:)`` does, or what `body` threw.
    public func withPub<R>(
        _ options: ZMQSocketOptions = .pub,
        body: (sending PubSocket) async throws -> R
    ) async throws -> R {
        try await with(makePub(options), body: body)
    }

    /// Lends a ``SubSocket`` to `body`, and closes it when that has ended.
    ///
    /// - Throws: ``ZMQError`` as ``makeSub(_:)`` does, or what `body` threw.
    public func withSub<R>(
        _ options: ZMQSocketOptions = .sub,
        body: (sending SubSocket) async throws -> R
    ) async throws -> R {
        try await with(makeSub(options), body: body)
    }

    /// Lends a ``XPubSocket`` to `body`, and closes it when that has ended.
    ///
    /// - Throws: ``ZMQError`` as ``makeXPub(_:)`` does, or what `body` threw.
    public func withXPub<R>(
        _ options: ZMQSocketOptions = .xpub,
        body: (sending XPubSocket) async throws -> R
    ) async throws -> R {
        try await with(makeXPub(options), body: body)
    }

    /// Lends a ``XSubSocket`` to `body`, and closes it when that has ended.
    ///
    /// - Throws: ``ZMQError`` as ``makeXSub(_:)`` does, or what `body` threw.
    public func withXSub<R>(
        _ options: ZMQSocketOptions = .xsub,
        body: (sending XSubSocket) async throws -> R
    ) async throws -> R {
        try await with(makeXSub(options), body: body)
    }

    /// Lends a ``RequestSocket`` to `body`, and closes it when that has ended.
    ///
    /// - Throws: ``ZMQError`` as ``makeRequest(_:)`` does, or what `body` threw.
    public func withRequest<R>(
        _ options: ZMQSocketOptions = .request,
        body: (sending RequestSocket) async throws -> R
    ) async throws -> R {
        try await with(makeRequest(options), body: body)
    }

    /// Lends a ``ReplySocket`` to `body`, and closes it when that has ended.
    ///
    /// - Throws: ``ZMQError`` as ``makeReply(_:)`` does, or what `body` threw.
    public func withReply<R>(
        _ options: ZMQSocketOptions = .reply,
        body: (sending ReplySocket) async throws -> R
    ) async throws -> R {
        try await with(makeReply(options), body: body)
    }

    /// Lends a ``DealerSocket`` to `body`, and closes it when that has ended.
    ///
    /// - Throws: ``ZMQError`` as ``makeDealer(_:)`` does, or what `body` threw.
    public func withDealer<R>(
        _ options: ZMQSocketOptions = .dealer,
        body: (sending DealerSocket) async throws -> R
    ) async throws -> R {
        try await with(makeDealer(options), body: body)
    }

    /// Lends a ``RouterSocket`` to `body`, and closes it when that has ended.
    ///
    /// - Throws: ``ZMQError`` as ``makeRouter(_:)`` does, or what `body` threw.
    public func withRouter<R>(
        _ options: ZMQSocketOptions = .router,
        body: (sending RouterSocket) async throws -> R
    ) async throws -> R {
        try await with(makeRouter(options), body: body)
    }

    /// Lends a ``PushSocket`` to `body`, and closes it when that has ended.
    ///
    /// - Throws: ``ZMQError`` as ``makePush(_:)`` does, or what `body` threw.
    public func withPush<R>(
        _ options: ZMQSocketOptions = .push,
        body: (sending PushSocket) async throws -> R
    ) async throws -> R {
        try await with(makePush(options), body: body)
    }

    /// Lends a ``PullSocket`` to `body`, and closes it when that has ended.
    ///
    /// - Throws: ``ZMQError`` as ``makePull(_:)`` does, or what `body` threw.
    public func withPull<R>(
        _ options: ZMQSocketOptions = .pull,
        body: (sending PullSocket) async throws -> R
    ) async throws -> R {
        try await with(makePull(options), body: body)
    }

    /// Lends a ``StreamSocket`` to `body`, and closes it when that has ended.
    ///
    /// - Throws: ``ZMQError`` as ``makeStream(_:)`` does, or what `body` threw.
    public func withStream<R>(
        _ options: ZMQSocketOptions = .stream,
        body: (sending StreamSocket) async throws -> R
    ) async throws -> R {
        try await with(makeStream(options), body: body)
    }

    private func with<Socket: ZMQSocket, R>(
        _ socket: sending Socket,
        body: (sending Socket) async throws -> R
    ) async throws -> R {
        let id = socket.handle.id
        defer { closeSocket(id) }
        return try await body(socket)
    }
}
