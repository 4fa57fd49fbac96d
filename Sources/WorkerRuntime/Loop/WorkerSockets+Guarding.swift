internal import ZeroMQ

extension WorkerSockets {
    /// The endpoints that ask for a key, with what is bound there.
    private var guarded: [(endpoint: ZMQEndpoint, role: ZMQNode.BoundRole)] {
        func guarded(_ bound: [ZMQEndpoint], _ places: [WorkerEndpoints.Place]) -> [ZMQEndpoint] {
            zip(bound, places).compactMap { endpoint, place in
                if case .curve = place.security { endpoint } else { nil }
            }
        }
        return guarded(events, endpoints.events).map { ($0, .xpub) } + guarded(rpc, endpoints.rpc).map { ($0, .router) }
    }

    /// Proves for each endpoint that asks for a key that it does.
    ///
    /// - Throws: ``ZMQError`` with `insecureEndpoint`.
    func prove(by doorkeeper: Doorkeeper) async throws {
        let guarded = guarded
        guard !guarded.isEmpty else { return }
        try await doorkeeper.withProbe { server, probe in
            for (endpoint, role) in guarded {
                try await node.proveGuarded(endpoint, role, server: server, admitted: probe)
            }
        }
    }
}
