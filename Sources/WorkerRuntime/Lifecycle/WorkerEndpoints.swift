internal import Glibc
internal import Messages
internal import PeerGuard
internal import Platform
internal import WorkerEngine
internal import ZeroMQ

/// The endpoints of a service, checked: nothing is bound that a stranger could reach.
struct WorkerEndpoints {
    let rpc: [GuardedEndpoint]
    let events: [GuardedEndpoint]
    /// How the authenticator knows that a peer has come to an endpoint of events.
    let eventDomain: String
    private let probePath: String

    /// Reads and checks the endpoints of a configuration.
    ///
    /// - Throws: ``WorkerError`` for an unreadable endpoint, and for one that the policy leaves open.
    init(
        _ configuration: WorkerConfiguration,
        policy: AccessPolicy,
        service: String,
        run: SecureDirectory
    ) throws(WorkerError) {
        func places(_ texts: [String], standard: String) throws(WorkerError) -> [GuardedEndpoint] {
            let domain = "\(service).\(standard)"
            return try Self.resolve(
                texts.isEmpty ? ["ipc://\(run.file(domain))"] : texts,
                policy: policy,
                domain: domain
            )
        }
        rpc = try places(configuration.rpcEndpoints, standard: "rpc")
        events = try places(configuration.eventEndpoints, standard: "events")
        eventDomain = "\(service).events"
        probePath = run.file("\(service).probe")
    }

    /// Where only the user can reach a socket, to prove before others can that it is guarded.
    func probe(_ role: ZMQNode.BoundRole) -> ZMQEndpoint {
        .ipc(path: probePath(role))
    }

    /// Each socket has its own: the file of one is removed a moment after it was unbound.
    private func probePath(_ role: ZMQNode.BoundRole) -> String { "\(probePath).\(role)" }

    /// Whether others than the user can reach the service, so that each message has to say who sent it.
    var areShared: Bool {
        (rpc + events).contains { $0.security != .local }
    }

    /// Removes the socket files of ipc endpoints, which libzmq 4.3.4 leaves behind; what is no socket is not ours.
    ///
    /// Call it while the run directory's lock is held; afterwards they may already be another process's.
    func removeSocketFiles() {
        for case .ipc(let path) in (rpc + events).map(\.endpoint) + [probe(.router), probe(.xpub)] {
            var status = stat()
            if lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFSOCK { unlink(path) }
        }
    }

    /// Takes the locks that decide who may bind: libzmq takes over an ipc path that another process has bound.
    ///
    /// One in the run directory represents the service's own paths; each ipc path elsewhere has one next to it.
    ///
    /// - Throws: ``FileSystemError`` naming the process that holds one; none is held then.
    func lock(_ service: ServiceName, in run: SecureDirectory) throws(FileSystemError) -> [LockFile] {
        let own = [run.file("\(service.rawValue).rpc"), run.file("\(service.rawValue).events")]
        var paths = [run.file("\(service.rawValue).lock")]
        for case .ipc(let path) in (rpc + events).map(\.endpoint) where !own.contains(path) {
            // A path inside a run directory may be another service's own, which only that service's lock guards.
            let standard = [".rpc", ".events"].first { path.hasSuffix($0) }.map { "\(path.dropLast($0.count)).lock" }
            let guarding = standard ?? "\(path).lock"
            if !paths.contains(guarding) { paths.append(guarding) }
        }
        var locks: [LockFile] = []
        do {
            for path in paths { locks.append(try LockFile(path: path, owner: service.program)) }
        } catch {
            for lock in locks { lock.release() }
            throw error
        }
        return locks
    }

    private static func resolve(
        _ texts: [String],
        policy: AccessPolicy,
        domain: String
    ) throws(WorkerError) -> [GuardedEndpoint] {
        var places: [GuardedEndpoint] = []
        for text in texts {
            let endpoint: ZMQEndpoint
            do {
                endpoint = try ZMQEndpoint(parsing: text)
                try endpoint.requirePrivate()
            } catch let error where error.code == .insecureEndpoint {
                throw WorkerError(.endpoint, error.message)
            } catch {
                throw WorkerError(.endpoint, "\(text): \(error.message)")
            }
            let security = try policy.security(of: endpoint, domain: domain)
            places.append(GuardedEndpoint(endpoint: endpoint, security: security))
        }
        // A socket binds local endpoints before the guarded ones.
        return places.filter { $0.security == .local } + places.filter { $0.security != .local }
    }
}
