internal import Logging
internal import OTLPTracing
internal import Platform
internal import Storage
internal import ZeroMQ

/// A service between its start and its end: its loop on real sockets, and the locks that make it the only one.
///
/// Used only on the node's thread, by the worker's actor and the node's callbacks.
final class LiveWorker {
    let engine: RequestEngine
    private let sockets: WorkerSockets
    private let loop: WorkerLoop<WorkerSockets>
    private let locks: [LockFile]
    private let accessControl: AccessControl
    private let log: Logger
    private let memory: MemoryWatch
    private let snapshotRows: Int
    private let reports: ManagerReports

    /// Opens the sockets; ``serve()`` begins to answer.
    ///
    /// - Throws: ``ZMQError`` when an endpoint cannot be bound; what was opened is closed again.
    init(
        engine: RequestEngine,
        node: ZMQNode,
        endpoints: WorkerEndpoints,
        offloader: Offloader,
        accessControl: AccessControl,
        heartbeatInterval: Duration,
        locks: [LockFile],
        memoryLimit: Int,
        snapshotRows: Int,
        serviceManager: ServiceManager?,
        log: Logger,
        audit: AuditLog?,
        tracer: OTLPTracer?,
        onDrainRequested: @escaping () -> Void,
        onDamage: @escaping (StorageError) -> Void,
        onMemoryExcess: @escaping (Int) -> Void
    ) throws(ZMQError) {
        self.engine = engine
        self.locks = locks
        self.accessControl = accessControl
        self.log = log
        self.snapshotRows = snapshotRows
        reports = ManagerReports(to: serviceManager, from: node) { engine.statusLine }
        let memory = MemoryWatch(node: node, limit: memoryLimit)
        self.memory = memory
        sockets = try WorkerSockets(
            node: node,
            endpoints: endpoints,
            hasEvents: engine.journal != nil,
            limits: engine.limits,
            watch: { accessControl.watch($0) },
            access: { accessControl.access(of: $0) },
            offloader: offloader,
            log: log,
            onRequestConnections: { counts in
                engine.statistics.requestConnections = counts
                memory.connectionsChanged(requests: counts.open)
            },
            onEventConnections: { counts in
                engine.statistics.eventConnections = counts
                memory.connectionsChanged(events: counts.open)
            }
        )
        let sockets = sockets
        accessControl.mayConnect = { [weak sockets] client, domain in
            sockets?.mayConnect(client, at: domain) ?? true
        }
        engine.statistics.readMemory = { ThisProcess.unsharedMemory() }
        engine.statistics.readProcess = { ThisProcess.usage() }
        engine.statistics.readRefusedPeers = { accessControl.refusedPeers }
        let journal = engine.journal
        engine.statistics.readStore = { journal?.size }
        engine.spans = tracer.map { RequestSpans($0, of: engine.service.name) }
        loop = WorkerLoop(
            engine: engine,
            transport: sockets,
            heartbeatInterval: heartbeatInterval,
            log: log,
            audit: audit,
            onDrainRequested: onDrainRequested,
            onDamage: onDamage
        )
        let loop = loop
        engine.journal?.membership?.onFollowed = { loop.follow() }
        engine.journal?.membership?.onEnd = onDamage
        engine.journal?.membership?.onTrouble = { loop.tellTrouble($0) }
        engine.journal?.membership?.onAbsentFiles = { Self.tell(of: $0, to: log) }
        memory.start(onGrowth: { sockets.memoryGrows($0) }, onExcess: onMemoryExcess)
    }

    /// Proves that nobody gets in who may not, and binds what others than the user can reach.
    ///
    /// - Throws: ``ZMQError`` when somebody gets in, when those who may do not, or when an endpoint cannot be bound.
    func openGuarded() async throws {
        try await sockets.openGuarded(by: accessControl)
        engine.endpoints = (sockets.rpc.map(\.description), sockets.events.map(\.description))
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
        membership.onFollowing = ready
        membership.start()
        loop.makeSnapshots(every: snapshotRows)
    }

    /// Tells that the end has begun, and ends the check of the whole store, if one is under way: the next start does it.
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
