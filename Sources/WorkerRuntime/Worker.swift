import Journal
import Logging
internal import Messages
internal import OTLPTracing
internal import PeerGuard
internal import Platform
internal import ReplicatedLog
internal import Replication
package import SQLiteJournal
import ServiceLifecycle
package import WorkerEngine
import ZeroMQ

/// A service on its sockets: requests in at a ROUTER, replies back, events out at an XPUB.
///
/// Everything runs on the node's thread: a request is received, decided, committed and answered without a hop to another.
/// ``run()`` starts it, and returns when it has drained: after a graceful shutdown, or when someone called
/// `service.drain`. Cancelling the task that runs it ends it without draining; what was answered is durable either way.
package actor Worker: ServiceLifecycle.Service {
    /// The node's thread is the actor's executor, so the compiler checks that sockets are used nowhere else.
    package nonisolated var unownedExecutor: UnownedSerialExecutor { node.asUnownedSerialExecutor() }

    /// What a started service tells of itself.
    package struct Ready: Sendable {
        /// The endpoints of requests.
        package let rpc: [String]
        /// The endpoints of events.
        package let events: [String]
    }

    /// What a worker is given by its process.
    package struct Dependencies: Sendable {
        /// The thread and context it uses.
        let node: ZMQNode
        /// Where and how much.
        let configuration: WorkerConfiguration
        /// A UUID of this process.
        let processID: String
        /// Where it says what happens.
        let log: Logger
        /// Where it says who wrote what; among what happens where it is `nil`.
        let audit: AuditLog?
        /// Where it reports how requests went; `nil` where nobody wants to know.
        let tracer: OTLPTracer?
    }

    let dependencies: Dependencies
    let makeService: @Sendable () throws -> any WorkerService
    let store: (@Sendable (any WorkerService) -> SQLiteJournalConfiguration)?
    private let onServing: @Sendable () -> Void
    private let onReady: @Sendable (Ready) -> Void

    /// Everything that exists while the service runs.
    var live: LiveWorker?
    private let offloader = Offloader()
    /// Why the service ends by itself; `nil` while it need not.
    private var failure: (any Error)?
    private let stops: AsyncStream<Void>
    private let stop: AsyncStream<Void>.Continuation

    /// Prepares a service; nothing is opened before ``run()``.
    ///
    /// - Parameters:
    ///   - dependencies: What it is given by its process.
    ///   - makeService: Makes the service's rules, on the node's thread.
    ///   - store: Where the service's durable data are; `nil` for a service that keeps nothing.
    ///   - onServing: Called once it answers.
    ///   - onReady: Called once it is SERVING, and has what other workers of its stream had written before.
    package init(
        _ dependencies: Dependencies,
        makeService: @escaping @Sendable () throws -> any WorkerService,
        store: (@Sendable (any WorkerService) -> SQLiteJournalConfiguration)?,
        onServing: @escaping @Sendable () -> Void,
        onReady: @escaping @Sendable (Ready) -> Void
    ) {
        self.dependencies = dependencies
        self.makeService = makeService
        self.store = store
        self.onServing = onServing
        self.onReady = onReady
        (stops, stop) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
    }

    nonisolated var node: ZMQNode { dependencies.node }
    nonisolated var configuration: WorkerConfiguration { dependencies.configuration }
    nonisolated var log: Logger { dependencies.log }

    /// What all workers of the service's stream must have been started with alike.
    private func rules(of service: some WorkerService, _ store: SQLiteJournalConfiguration) -> WorkerRules? {
        guard let rules = service.rules else { return nil }
        let levels = store.initialLevels.map { StreamDefinition.Level(item: $0.item, quantity: $0.quantity) }
        return WorkerRules(
            StreamDefinition(of: rules, levels: levels),
            mayReplace: configuration.stream?.replacesRules ?? false,
            misfit:
                "The workers of this stream have another menu: start this one with the same --menu, or say --new-menu once to"
                + " have the stream go on with this one"
        )
    }

    /// Runs the service until it has drained.
    ///
    /// - Throws: ``WorkerError``, ``StorageError``, ``FileSystemError`` or ``ZMQError`` when it cannot start; ``WorkerError`` with `memory`
    ///   when the process used more memory than it may. It did not drain then, and everything it answered is durable.
    ///   ``StorageError`` with `corrupt` also when the store was found damaged while it was in use.
    package func run() async throws {
        let service = try makeService()
        let store = store?(service)
        let stream = try await openStream(of: service.name)
        if let stream, let store {
            try await acceptFormerEpoch(of: store, in: stream)
            try await installSnapshot(of: stream, as: store, service.contentFiles)
        }
        let live = try start(service, store: store, stream: stream)
        self.live = live
        defer {
            live.close()
            self.live = nil
        }
        try await live.openGuarded()
        let ready = Ready(rpc: live.engine.standard.endpoints.rpc, events: live.engine.standard.endpoints.events)
        onServing()
        live.serve { [onReady] in onReady(ready) }
        let offloader = offloader
        let limits = configuration.limits
        await withTaskGroup(of: Void.self) { group in
            let queues = [
                (JobKind.computing, limits.offloadedAtOnce), (.reading, limits.readingsAtOnce), (.checking, 1),
            ]
            for (queue, atOnce) in queues {
                group.addTask { await offloader.run(queue, atOnce: atOnce) { [self] id in await finished(id) } }
            }
            await serve()
            offloader.finish()
        }
        if let failure { throw failure }
    }

    /// Serves until it is asked to end, and drains.
    private func serve() async {
        let stops = stops
        let stop = stop
        await withGracefulShutdownHandler {
            for await _ in stops { break }
        } onGracefulShutdown: {
            stop.yield()
        }
        // Whatever is done on other threads is waited for in the end, and this would take its time.
        live?.beginToEnd()
        // What is out of memory must not take the time to drain.
        guard !(failure is WorkerError), !Task.isCancelled else { return }
        log.info("draining")
        await live?.drain()
        log.info("drained")
    }

    private func finished(_ id: Int) {
        live?.finished(id)
    }

    /// Reads the service's data again, as after SIGHUP; does nothing before it runs and after it ended.
    package func reload() {
        live?.reload()
    }

    private func end(_ reason: WorkerEnd) {
        switch reason {
        case .drain: break
        case .damage(let damage): failure = damage
        case .memory(let used):
            failure = WorkerError(
                .memory,
                "it uses \(used >> 20) MiB, and may use \(configuration.memoryLimit >> 20) (--memory-limit): start it again; "
                    + "all that was answered is stored"
            )
        }
        stop.yield()
    }

    private func start(
        _ service: any WorkerService,
        store: SQLiteJournalConfiguration?,
        stream: OpenedStream?
    ) throws -> LiveWorker {
        let run = try SecureDirectory(
            creating: configuration.runDirectory,
            called: "run directory",
            isDurable: false
        )
        let policy = try AccessPolicy(
            curveKeyFile: configuration.curveKeyFile,
            clientDirectory: configuration.clientDirectory,
            insecureLoopbackRole: configuration.insecureLoopbackRole
        )
        let endpoints = try WorkerEndpoints(configuration, policy: policy, service: service.name.rawValue, run: run)
        let accessControl = try AccessControl(policy, areShared: endpoints.areShared, on: node, log: log)
        let journal: (any Journal)? = try store.map { store in
            if let stream {
                try stream.openJournal(store, files: service.contentFiles, rules: rules(of: service, store))
            } else {
                try SQLiteJournal(opening: store)
            }
        }
        do {
            let locks = try endpoints.lock(service.name, in: run)
            do {
                var given = RequestEngine.Dependencies(processID: dependencies.processID)
                given.limits = configuration.limits
                given.tracer = dependencies.tracer
                given.figures.memory = { ThisProcess.unsharedMemory() }
                given.figures.usage = { ThisProcess.usage() }
                given.figures.store = { journal?.size }
                given.figures.refusedPeers = { accessControl.refusedPeers }
                let parts = LiveWorker.Parts(
                    engine: try RequestEngine(service: service, journal: journal, given),
                    endpoints: endpoints,
                    accessControl: accessControl,
                    locks: locks,
                    offloader: offloader
                )
                return try LiveWorker(parts, dependencies: dependencies) { end in self.assumeIsolated { $0.end(end) } }
            } catch {
                for lock in locks { lock.release() }
                throw error
            }
        } catch {
            journal?.close()
            accessControl.close()
            throw error
        }
    }
}
