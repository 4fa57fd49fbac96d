internal import PeerGuard
internal import ZeroMQ

extension WorkerSockets {
    /// Where requests come in, with the real ports.
    var rpc: [ZMQEndpoint] { clients.endpoints }
    /// Where events go out; empty for a service without a stream.
    var events: [ZMQEndpoint] { subscribers?.endpoints ?? [] }

    /// Whether one more connection of a client is to be made to the socket whose endpoints are of a domain.
    func mayConnect(_ client: String, at domain: String) -> Bool {
        let connections = domain == endpoints.eventDomain ? subscribers : clients
        return connections?.mayConnect(.client(client)) ?? true
    }

    /// Proves that the sockets refuse anyone who has no listed key, and then binds what others than the user can reach.
    ///
    /// It is proved at an endpoint that only the user can reach, so that nobody outside can keep the service from starting.
    /// Each `bind` sets up the same guard, and reads it back.
    ///
    /// - Throws: ``ZMQError`` with `insecureEndpoint` when someone else gets in, with `timedOut` when that cannot be found
    ///   out, or when an endpoint cannot be bound.
    func openGuarded(by accessControl: AccessControl) async throws {
        // Events first: anyone who gets an answer can already subscribe to what it caused.
        if let publisher, let subscribers {
            try await open(endpoints.events, of: publisher, role: .xpub, guard: subscribers, by: accessControl)
        }
        try await open(endpoints.rpc, of: router, role: .router, guard: clients, by: accessControl)
    }

    private func open(
        _ places: [GuardedEndpoint],
        of socket: any BoundSocket,
        role: ZMQNode.BoundRole,
        guard connections: ConnectionGuard,
        by accessControl: AccessControl
    ) async throws {
        let guarded = places.filter { $0.security != .local }
        let encrypted = guarded.first { if case .curve = $0.security { true } else { false } }
        if let encrypted {
            try await accessControl.withProbe { server, probe in
                let endpoint = try socket.bind(endpoints.probe(role), security: encrypted.security)
                try await node.verifyAccessControl(of: endpoint, role: role, server: server, admitted: probe)
                try socket.unbind(endpoint)
            }
        }
        try connections.listen(at: guarded)
    }
}
