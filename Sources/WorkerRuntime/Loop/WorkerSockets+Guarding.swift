internal import Logging
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

    /// Ends the connections of all subscribers who showed a key; who still may, comes back at once.
    ///
    /// libzmq asks for a key only while a connection is made, and can end none. Giving the endpoint up ends those that
    /// were made through it. A subscriber that comes back asks for what it missed.
    func reconnectSubscribers(_ log: Logger) {
        guard let publisher else { return }
        for (endpoint, place) in zip(events, endpoints.events) {
            guard case .curve = place.security else { continue }
            do {
                try publisher.unbind(endpoint)
            } catch {
                log.error("an endpoint cannot be given up", metadata: ["endpoint": "\(endpoint)", "error": "\(error)"])
            }
            rebind(publisher, endpoint, place.security, log)
        }
    }

    /// Binds an endpoint again, as soon as the thread that gives it up has done so.
    private func rebind(_ publisher: XPubSocket, _ endpoint: ZMQEndpoint, _ security: ZMQServerSecurity, _ log: Logger)
    {
        do {
            try publisher.bind(endpoint, security)
        } catch {
            guard publisher.isOpen else { return }
            if error.code != .addressInUse {
                log.error(
                    "an endpoint cannot be bound again",
                    metadata: ["endpoint": "\(endpoint)", "error": "\(error)"]
                )
            }
            node.schedule(after: Self.rebindInterval) { [self] in rebind(publisher, endpoint, security, log) }
        }
    }

    private static var rebindInterval: Duration { .milliseconds(5) }
}
