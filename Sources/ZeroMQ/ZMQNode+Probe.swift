internal import CZMQ

extension ZMQNode {
    /// The kinds of socket that can be bound, for ``proveGuarded(_:_:server:admitted:within:)``.
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
    /// shows. Uses sockets of its own; nothing is sent.
    ///
    /// - Parameters:
    ///   - endpoint: What `bind` returned; of a wildcard address the loopback one is tried.
    ///   - role: What is bound there.
    ///   - server: The server's public key.
    ///   - admitted: A pair that the authenticator admits for the time of the call.
    ///   - limit: How long each of the three may take.
    /// - Throws: ``ZMQError`` with `insecureEndpoint`, which says what went wrong.
    public func proveGuarded(
        _ endpoint: ZMQEndpoint,
        _ role: BoundRole,
        server: CurvePublicKey,
        admitted: CurveKeyPair,
        within limit: Duration = .seconds(5)
    ) async throws(ZMQError) {
        let stranger = try CurveKeyPair.generate()
        let outcomes = [
            try await handshake(endpoint.reachable, role, .curve(server: server, client: stranger), within: limit),
            try await handshake(endpoint.reachable, role, .none, within: limit),
            try await handshake(endpoint.reachable, role, .curve(server: server, client: admitted), within: limit),
        ]
        guard case .failed(.refused(status: 400)) = outcomes[0] else {
            throw ZMQError(.insecureEndpoint, "\(endpoint) does not refuse an unknown key: \(outcomes[0])")
        }
        guard case .failed(.protocolError) = outcomes[1] else {
            throw ZMQError(.insecureEndpoint, "\(endpoint) does not refuse a peer without a key: \(outcomes[1])")
        }
        guard outcomes[2] == .admitted else {
            throw ZMQError(.insecureEndpoint, "\(endpoint) does not let a known key in: \(outcomes[2])")
        }
    }

    /// Connects until the first handshake has ended, one way or the other.
    func handshake(
        _ endpoint: ZMQEndpoint,
        _ role: BoundRole,
        _ security: ZMQClientSecurity,
        within limit: Duration
    ) async throws(ZMQError) -> HandshakeOutcome {
        var options = ZMQSocketOptions.dealer
        options.handshakeInterval = limit
        let handle = try makeSocket(role == .router ? ZMQ_DEALER : ZMQ_SUB, options)
        defer { closeSocket(handle.id) }
        let (outcomes, outcome) = AsyncStream.makeStream(of: HandshakeOutcome.self)
        try monitor(handle) { event in
            switch event.kind {
            case .handshakeSucceeded: outcome.yield(.admitted)
            case .handshakeFailed(let failure): outcome.yield(.failed(failure))
            default: break
            }
        }
        try handle.connect(endpoint, security)
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
