package import Messages
package import WorkerEngine
package import ZeroMQ

/// How the endpoints of a service beyond its own user are guarded.
package struct AccessPolicy: Sendable {
    /// What TCP asks of anyone who connects.
    enum Guarding: Sendable {
        /// A key in the list of clients, read from this directory.
        case keys(CurveKeyPair, clients: String)
        /// Nothing, on a loopback address: everybody on this machine has one role.
        case loopback(PeerRole)
        /// There is no TCP.
        case none
    }

    let guarding: Guarding

    /// - Parameters:
    ///   - curveKeyFile: The key pair by which TCP clients know the service.
    ///   - clientDirectory: The list of clients.
    ///   - insecureLoopbackRole: What everybody on this machine may do over TCP on a loopback address, without any key.
    /// - Throws: ``WorkerError`` for a key file that cannot be used, or settings that contradict each other.
    package init(
        curveKeyFile: String?,
        clientDirectory: String?,
        insecureLoopbackRole: PeerRole?
    ) throws(WorkerError) {
        switch (curveKeyFile, clientDirectory, insecureLoopbackRole) {
        case (nil, nil, nil):
            guarding = .none
        case (nil, nil, let role?):
            guarding = .loopback(role)
        case (let file?, let directory?, nil):
            do {
                guarding = .keys(try CurveKeyPair(readingFrom: file), clients: directory)
            } catch {
                throw WorkerError(.configuration, "the key of the service cannot be used: \(error.message)")
            }
        case (_?, nil, nil):
            throw WorkerError(.configuration, "--curve-key needs to know who may come: name them with --clients DIR")
        case (nil, _?, nil):
            throw WorkerError(.configuration, "--clients says who may come, but not by which key: add --curve-key FILE")
        case (_, _, _?):
            throw WorkerError(
                .configuration,
                "--insecure-loopback lets in without a key, --curve-key only with one: say one of them"
            )
        }
    }

    /// How to bind an endpoint.
    ///
    /// - Throws: ``WorkerError`` for TCP on loopback without a role for anyone who comes, and for TCP beyond loopback
    ///   without CURVE.
    package func security(of endpoint: ZMQEndpoint, domain: String) throws(WorkerError) -> ZMQServerSecurity {
        guard case .tcp = endpoint else { return .local }
        switch guarding {
        case .keys(let keys, _):
            return .curve(keys, domain: domain)
        case .loopback where endpoint.isLoopback:
            return .unencrypted(domain: domain)
        case .none where endpoint.isLoopback:
            throw WorkerError(
                .endpoint,
                "\(endpoint) lets every user of this machine in; say what they may do with --insecure-loopback ROLE, "
                    + "or ask for keys with --curve-key, or use ipc"
            )
        case .loopback, .none:
            throw WorkerError(
                .endpoint,
                "\(endpoint) can be reached from outside, which needs keys: --curve-key FILE and --clients DIR, or use ipc"
            )
        }
    }
}
