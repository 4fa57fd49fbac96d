internal import CZMQ

extension ZMQNode {
    /// The kinds of socket that can be bound, for ``verifyAccessControl(of:role:server:admitted:within:tries:)``.
    public enum BoundRole: Sendable {
        /// A ROUTER.
        case router
        /// An XPUB.
        case xpub
    }

    /// Tries the lock of an endpoint of this process before anything of value lies behind it.
    ///
    /// Connects to it with a key that nobody knows, then without any, and both must be refused; then with a key that the
    /// authenticator admits. CURVE is easily set up so that it lets everybody in without a word, which only such a try
    /// shows. Uses sockets of its own; nothing is sent. A try that was interrupted or took too long says nothing, and is
    /// repeated.
    ///
    /// - Parameters:
    ///   - endpoint: What `bind` returned; of a wildcard address the loopback one is tried.
    ///   - role: What is bound there.
    ///   - server: The server's public key.
    ///   - admitted: A pair that the authenticator admits for the time of the call.
    ///   - limit: How long each try may take.
    ///   - tries: How often each of the three is tried.
    /// - Throws: ``ZMQError`` with `insecureEndpoint`, which says what went wrong, or with `timedOut` when every try of one
    ///   kind was interrupted or took too long.
    public func verifyAccessControl(
        of endpoint: ZMQEndpoint,
        role: BoundRole,
        server: CurvePublicKey,
        admitted: CurveKeyPair,
        within limit: Duration = .seconds(5),
        tries: Int = 5
    ) async throws(ZMQError) {
        func outcome(_ security: ZMQClientSecurity) async throws(ZMQError) -> HandshakeOutcome {
            var last = HandshakeOutcome.timedOut
            for _ in 0..<tries {
                last = try await handshake(with: endpoint.reachable, role: role, security: security, within: limit)
                if last.isConclusive { return last }
                // Two peers of different mechanisms hang up on each other, and the later may not see why.
                if security == .none, try await mechanism(of: endpoint.reachable, within: limit) == .curve {
                    return .failed(.protocolError(ZMQHandshakeFailure.otherMechanism))
                }
            }
            throw ZMQError(.timedOut, "\(endpoint) was tried \(tries) times without a decision, the last time: \(last)")
        }
        let stranger = try CurveKeyPair.generate()
        let unknown = try await outcome(.curve(server: server, client: stranger))
        guard case .failed(.refused(status: 400)) = unknown else {
            throw ZMQError(.insecureEndpoint, "\(endpoint) does not refuse an unknown key: \(unknown)")
        }
        let keyless = try await outcome(.none)
        guard case .failed(.protocolError) = keyless else {
            throw ZMQError(.insecureEndpoint, "\(endpoint) does not refuse a peer without a key: \(keyless)")
        }
        let known = try await outcome(.curve(server: server, client: admitted))
        guard known == .admitted else {
            throw ZMQError(.insecureEndpoint, "\(endpoint) does not let a known key in: \(known)")
        }
    }

    /// Asks which mechanism an endpoint speaks; `nil` when it does not say so in time.
    private func mechanism(
        of endpoint: ZMQEndpoint,
        within limit: Duration
    ) async throws(ZMQError) -> ZMQMechanism? {
        let (answers, answer) = AsyncStream.makeStream(of: ZMQMechanism?.self)
        let question = try askMechanism(of: endpoint, within: limit) { answer.yield($0) }
        defer { question.cancel() }
        for await first in answers { return first }
        return nil
    }

    /// Connects until the first handshake has ended, one way or the other.
    func handshake(
        with endpoint: ZMQEndpoint,
        role: BoundRole,
        security: ZMQClientSecurity,
        within limit: Duration
    ) async throws(ZMQError) -> HandshakeOutcome {
        var options = ZMQSocketOptions.dealer
        options.handshakeInterval = limit
        let handle = try makeSocket(role == .router ? .dealer : .sub, options: options)
        defer { closeSocket(handle.id) }
        let (outcomes, outcome) = AsyncStream.makeStream(of: HandshakeOutcome.self)
        try monitor(handle) { event in
            switch event.kind {
            case .handshakeSucceeded: outcome.yield(.admitted)
            case .handshakeFailed(let failure): outcome.yield(.failed(failure))
            default: break
            }
        }
        try handle.connect(endpoint, security: security)
        let timer = schedule(after: limit) { outcome.yield(.timedOut) }
        defer { cancel(timer) }
        for await first in outcomes { return first }
        return .timedOut
    }
}

extension ZMQEndpoint {
    /// Where a process of this machine reaches an endpoint that is bound to all addresses.
    fileprivate var reachable: ZMQEndpoint {
        switch self {
        case .tcp("*", let port), .tcp("0.0.0.0", let port): .tcp(host: "127.0.0.1", port: port)
        case .tcp("::", let port): .tcp(host: "::1", port: port)
        default: self
        }
    }
}
