internal import Glibc
internal import ZeroMQ

/// The endpoints of a service, checked: nothing is bound that a stranger could reach.
struct WorkerEndpoints {
    let rpc: [ZMQEndpoint]
    let events: [ZMQEndpoint]

    /// Reads and checks the endpoints of a configuration.
    ///
    /// - Throws: ``WorkerError`` for an unreadable endpoint, for TCP on loopback without the flag that allows it, and for
    ///   TCP beyond loopback, which needs CURVE.
    init(_ configuration: WorkerConfiguration, service: String, run: RunDirectory) throws(WorkerError) {
        rpc = try Self.resolve(configuration.rpcEndpoints, "ipc://\(run.file("\(service).rpc"))", configuration)
        events = try Self.resolve(configuration.eventEndpoints, "ipc://\(run.file("\(service).events"))", configuration)
    }

    /// Removes the socket files of ipc endpoints: libzmq 4.3.4 leaves them behind.
    ///
    /// Call it while the run directory's lock is held; afterwards they may already be another process's.
    func removeSocketFiles() {
        for case .ipc(let path) in rpc + events { unlink(path) }
    }

    private static func resolve(
        _ texts: [String],
        _ standard: String,
        _ configuration: WorkerConfiguration
    ) throws(WorkerError) -> [ZMQEndpoint] {
        var endpoints: [ZMQEndpoint] = []
        for text in texts.isEmpty ? [standard] : texts {
            let endpoint: ZMQEndpoint
            do {
                endpoint = try ZMQEndpoint(parsing: text)
            } catch {
                throw WorkerError(.endpoint, "\(text): \(error.message)")
            }
            try check(endpoint, configuration)
            endpoints.append(endpoint)
        }
        return endpoints
    }

    private static func check(_ endpoint: ZMQEndpoint, _ configuration: WorkerConfiguration) throws(WorkerError) {
        guard case .tcp = endpoint else { return }
        guard endpoint.isLoopback else {
            throw WorkerError(.endpoint, "\(endpoint) can be reached from outside, which needs CURVE keys: use ipc")
        }
        guard configuration.allowsInsecureLoopback else {
            throw WorkerError(
                .endpoint,
                "\(endpoint) lets every user of this machine in; say --insecure-loopback if that is meant, or use ipc"
            )
        }
    }
}
