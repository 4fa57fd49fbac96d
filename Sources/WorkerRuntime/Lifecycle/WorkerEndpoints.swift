internal import Glibc
internal import Messages
internal import Storage
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

    /// Takes the locks that decide who may bind: libzmq takes over an ipc path that another process has bound.
    ///
    /// One in the run directory stands for the service's own paths; each ipc path elsewhere has one beside it.
    ///
    /// - Throws: ``StorageError`` naming the process that holds one; none is held then.
    func lock(_ service: ServiceName, in run: RunDirectory) throws(StorageError) -> [ProcessLock] {
        let own = [run.file("\(service.rawValue).rpc"), run.file("\(service.rawValue).events")]
        var paths = [run.file("\(service.rawValue).lock")]
        for case .ipc(let path) in rpc + events where !own.contains(path) {
            // A path inside a run directory may be another service's own, which only that service's lock guards.
            let standard = [".rpc", ".events"].first { path.hasSuffix($0) }.map { "\(path.dropLast($0.count)).lock" }
            let guarding = standard ?? "\(path).lock"
            if !paths.contains(guarding) { paths.append(guarding) }
        }
        var locks: [ProcessLock] = []
        do {
            for path in paths { locks.append(try ProcessLock(path: path, owner: service.program)) }
        } catch {
            for lock in locks { lock.release() }
            throw error
        }
        return locks
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
