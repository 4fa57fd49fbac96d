internal import Journal
internal import Logging
internal import PeerGuard
internal import Platform
internal import WorkerEngine
internal import ZeroMQ

/// A service between its start and its end: its loop on real sockets, and the locks that make it the only one.
///
/// Used only on the node's thread, by the worker's actor and the node's callbacks.
final class LiveWorker {
    /// What it is made of.
    struct Parts {
        let engine: RequestEngine
        let endpoints: WorkerEndpoints
        let accessControl: AccessControl
        let locks: [LockFile]
        /// Who does work away from the thread.
        let offloader: Offloader
    }

    let engine: RequestEngine
    private let sockets: WorkerSockets
    private let loop: WorkerLoop<WorkerSockets>
    private let locks: [LockFile]
    private let accessControl: AccessControl
    private let memory: MemoryWatch
    private let snapshotRows: Int
    private let log: Logger
    private let onEnd: (WorkerEnd) -> Void
    private let reports: ManagerReports

    /// Opens the sockets; ``serve()`` begins to answer.
    ///
    /// - Parameters:
    ///   - parts: What it is made of; all of it is closed with it.
    ///   - dependencies: What the worker is given by its process.
    ///   - onEnd: Called when it has to end.
    /// - Throws: ``ZMQError`` when an endpoint cannot be bound; what was opened is closed again.
    init(
        _ parts: Parts,
        dependencies: Worker.Dependencies,
        onEnd: @escaping (WorkerEnd) -> Void
    ) throws(ZMQError) {
        let (engine, accessControl) = (parts.engine, parts.accessControl)
        let (node, configuration, log) = (dependencies.node, dependencies.configuration, dependencies.log)
        self.engine = engine
        self.log = log
        self.onEnd = onEnd
        self.accessControl = accessControl
        locks = parts.locks
        snapshotRows = configuration.stream?.snapshotRows ?? .max
        reports = ManagerReports(to: configuration.serviceManager, from: node) { engine.standard.statusLine }
        let memory = MemoryWatch(node: node, limit: configuration.memoryLimit)
        self.memory = memory
        let sockets = try WorkerSockets(
            dependencies,
            endpoints: parts.endpoints,
            hasEvents: engine.journal != nil,
            accessControl: accessControl,
            offloader: parts.offloader
        ) { role, counts in
            switch role {
            case .router:
                engine.statistics.requestConnections = counts
                memory.connectionsChanged(requests: counts.open)
            case .xpub:
                engine.statistics.eventConnections = counts
                memory.connectionsChanged(events: counts.open)
            }
        }
        self.sockets = sockets
        accessControl.mayConnect = { [weak sockets] client, domain in
            sockets?.mayConnect(client, at: domain) ?? true
        }
        let loop = WorkerLoop(
            engine: engine,
            transport: sockets,
            heartbeat: configuration.heartbeatInterval,
            log: log,
            audit: dependencies.audit,
            onEnd: onEnd
        )
        self.loop = loop
        memory.start(onGrowth: { sockets.memoryGrows($0) }, onExcess: { onEnd(.memory($0)) })
    }

    /// Proves that nobody gets in who may not, and binds what others than the user can reach.
    ///
    /// - Throws: ``ZMQError`` when someone gets in, when those who may do not, or when an endpoint cannot be bound.
    func openGuarded() async throws {
        try await sockets.openGuarded(by: accessControl)
        engine.standard.endpoints = (sockets.rpc.map(\.description), sockets.events.map(\.description))
    }

    /// Says which files of rows this worker has not, because the log has lost them.
    static func tell(of absent: [FileHash], to log: Logger) {
        for file in absent {
            log.error("the log has lost a file that a row names: it is missing here", metadata: ["file": "\(file)"])
        }
    }

    /// Begins to answer.
    ///
    /// - Parameter onReady: Called once it has what was written before it came, and so can take over.
    func serve(onReady: @escaping () -> Void) {
        let loop = loop
        sockets.whenReadable(requests: { loop.tick() }, subscriptions: { loop.readSubscriptions() })
        loop.checkStore()
        let reports = reports
        let ready = {
            reports.ready()
            onReady()
        }
        guard let membership = engine.journal?.membership else { return ready() }
        membership.start { [onEnd, log] notice in
            switch notice {
            case .followed: loop.follow()
            case .trouble(let text): loop.tellTrouble(text)
            case .ended(let error): onEnd(.damage(error))
            case .absentFiles(let files): Self.tell(of: files, to: log)
            case .following: ready()
            }
        }
        loop.makeSnapshots(every: snapshotRows)
    }

    /// Tells that the end has begun, and ends the check of the whole store, if one is running: the next start does it.
    func beginToEnd() {
        reports.stopping()
        engine.journal?.wholeCheck?.stop()
    }

    /// Closes the sockets, the journal and the locks, in that order: nobody else may bind or open before.
    func close() {
        reports.close()
        memory.close()
        loop.close()
        sockets.close()
        accessControl.close()
        engine.journal?.close()
        for lock in locks { lock.release() }
    }

    /// Goes on with what waited for a piece of offloaded work.
    func finished(_ id: Int) {
        sockets.finished(id)
    }

    /// Reads the list of clients and the service's data again.
    func reload() {
        reports.reloading {
            if accessControl.reload() { sockets.endRevokedSubscribers() }
            loop.reload()
        }
    }

    /// Refuses new work, answers what was accepted, and returns when callers have gone quiet.
    func drain() async {
        // Another worker can go on while this one answers what it has taken.
        engine.journal?.membership?.handOver()
        await withCheckedContinuation { (done: CheckedContinuation<Void, Never>) in
            loop.drain { done.resume() }
        }
    }
}
