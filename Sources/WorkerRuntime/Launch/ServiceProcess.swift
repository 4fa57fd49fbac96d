internal import ArgumentParser
internal import Glibc
internal import Journal
internal import Logging
package import Messages
internal import OTLPTracing
internal import Platform
internal import SQLiteJournal
internal import ServiceLifecycle
internal import Synchronization
internal import UnixSignals
package import WorkerEngine
internal import ZeroMQ

/// Runs one service as a process: from its first line of log to its exit code.
package enum ServiceProcess {
    /// The exit code of a service that refuses to start: EX_CONFIG of sysexits.h.
    static let refusedToStart: Int32 = 78
    /// The exit code of a service that should be started again, because of its memory limit or to take a snapshot: EX_TEMPFAIL.
    static let startAgain: Int32 = 75

    /// Runs a service until SIGTERM, SIGINT or `service.drain`, and drains it.
    ///
    /// When it is SERVING it prints one line on standard output, which scripts and tests wait for:
    /// `ready juice-service pid=1234 rpc=ipc://… events=ipc://…`.
    ///
    /// - Parameters:
    ///   - name: Which service.
    ///   - options: Its arguments.
    ///   - environment: The environment of the process.
    ///   - journal: How it keeps its past; `nil` for a service that keeps nothing.
    ///   - makeService: Makes its rules, on the thread that will run it.
    /// - Throws: `ExitCode`, unless it drained: 78 when it refused to start or has found its store damaged later, 75 when it
    ///   reached its memory limit, 1 when it failed later otherwise. What was wrong is in the log by then.
    package static func run(
        _ name: ServiceName,
        options: ServiceOptions,
        environment: [String: String],
        journal: JournalSettings?,
        makeService: @escaping @Sendable (ServiceStart) throws -> any WorkerService
    ) async throws {
        let log = ServiceLogs.log(of: name, options: options)
        let code =
            if let maintenance = options.maintenance {
                maintain(
                    name,
                    by: maintenance,
                    options: options,
                    environment: environment,
                    journal: journal,
                    log: log,
                    makeService: makeService
                )
            } else {
                await run(
                    name,
                    options: options,
                    environment: environment,
                    journal: journal,
                    log: log,
                    makeService: makeService
                )
            }
        guard code == 0 else { throw ExitCode(code) }
    }

    private static func run(
        _ name: ServiceName,
        options: ServiceOptions,
        environment: [String: String],
        journal: JournalSettings?,
        log: Logger,
        makeService: @escaping @Sendable (ServiceStart) throws -> any WorkerService
    ) async -> Int32 {
        prepareProcess()
        // Keys of the service, and what vendors and clients have sent.
        ZMQNode.forbidCoreDump()
        // Tells a refusal to start from a failure.
        let isServing = Atomic(false)
        do {
            #if DEBUG
                try FailPoint.arm(environment["JANGTEO_FAILPOINT"])
            #endif
            let given = try ServiceEnvironment(options, environment: environment, service: name)
            let audit = try ServiceLogs.audit(of: name, options: options, log: log)
            let version = ServiceIdentity.suiteVersion
            let tracing = try TracingSettings(program: name.program, version: version) { environment[$0] }
            let serviceEnvironment = sharing(name, journal: journal, in: given, log: log)
            let (startsNewEpoch, importsStore) = (options.newEpoch, options.importToLog)
            let store = journal.map { settings in
                { @Sendable (service: any WorkerService) in
                    var configuration = configuration(settings, of: service, in: serviceEnvironment)
                    configuration.startsNewEpoch = startsNewEpoch
                    return configuration
                }
            }
            try await OTLPTracer.withTracer(tracing, log: log) { tracer in
                try await ZMQNode.withNode(name: name.program) { node in
                    let worker = Worker(
                        Worker.Dependencies(
                            node: node,
                            configuration: serviceEnvironment.worker,
                            processID: RandomID.make(),
                            log: log,
                            audit: audit,
                            tracer: tracer
                        ),
                        makeService: {
                            try makeService(ServiceStart(log: log, stateDirectory: serviceEnvironment.stateDirectory))
                        },
                        store: store,
                        onServing: { isServing.store(true, ordering: .relaxed) },
                        onReady: { announce(name, at: $0) }
                    )
                    if importsStore {
                        print(try await worker.importStore())
                        return
                    }
                    var quiet = log
                    quiet.logLevel = max(.warning, log.logLevel)
                    let group = ServiceGroup(
                        configuration: ServiceGroupConfiguration(
                            services: [
                                ServiceGroupConfiguration.ServiceConfiguration(
                                    service: worker,
                                    successTerminationBehavior: .gracefullyShutdownGroup
                                ),
                                ServiceGroupConfiguration.ServiceConfiguration(
                                    service: HangupListener(worker: worker),
                                    successTerminationBehavior: .ignore
                                ),
                            ],
                            gracefulShutdownSignals: [.sigterm, .sigint],
                            logger: quiet
                        )
                    )
                    try await group.run()
                }
            }
            return 0
        } catch is CancellationError {
            // Asked to end before it could begin.
            return 0
        } catch let error as WorkerError where error.code == .memory {
            log.critical("ends: \(error)")
            return startAgain
        } catch let error as StorageError where error.code == .unavailable && isServing.load(ordering: .relaxed) {
            log.critical("ends: \(error)")
            return startAgain
        } catch let error as StorageError
            where [.corrupt, .diverged].contains(error.code) && isServing.load(ordering: .relaxed)
        {
            // The next start would be refused for the same reason, so to start it again is no help.
            log.critical("refuses to go on: \(error)")
            return refusedToStart
        } catch {
            log.critical("\(isServing.load(ordering: .relaxed) ? "failed" : "refuses to start"): \(error)")
            return isServing.load(ordering: .relaxed) ? 1 : refusedToStart
        }
    }

    /// Backs up or restores the durable data, says so on standard output, and serves nobody.
    private static func maintain(
        _ name: ServiceName,
        by maintenance: StoreMaintenance,
        options: ServiceOptions,
        environment: [String: String],
        journal: JournalSettings?,
        log: Logger,
        makeService: @Sendable (ServiceStart) throws -> any WorkerService
    ) -> Int32 {
        prepareProcess()
        guard let journal else {
            print("\(name.rawValue) keeps nothing")
            return 0
        }
        do {
            let serviceEnvironment = try ServiceEnvironment(options, environment: environment, service: name)
            let service = try makeService(ServiceStart(log: log, stateDirectory: serviceEnvironment.stateDirectory))
            print(try maintenance.perform(of: service, configuration(journal, of: service, in: serviceEnvironment)))
            return 0
        } catch {
            log.critical("\(error)")
            return refusedToStart
        }
    }

    /// The same environment, with a log only for a service that has something to share.
    private static func sharing(
        _ name: ServiceName,
        journal: JournalSettings?,
        in serviceEnvironment: ServiceEnvironment,
        log: Logger
    ) -> ServiceEnvironment {
        guard serviceEnvironment.worker.stream != nil else { return serviceEnvironment }
        if let journal, journal.isShared {
            var shared = serviceEnvironment
            shared.worker.stream?.replacesRules = journal.replacesRules
            return shared
        }
        log.info("workers of \(name.rawValue) have nothing to share: the log is not used")
        var alone = serviceEnvironment
        alone.worker.stream = nil
        return alone
    }

    private static func configuration(
        _ settings: JournalSettings,
        of service: any WorkerService,
        in serviceEnvironment: ServiceEnvironment
    ) -> SQLiteJournalConfiguration {
        var configuration = SQLiteJournalConfiguration(
            directory: serviceEnvironment.stateDirectory,
            service: service.name.rawValue,
            initialLevels: service.initialLevels,
            balanceRule: service.balanceRule
        )
        configuration.tables = service.tables
        configuration.retainedEvents = settings.retainedEvents
        configuration.keyRetention = settings.keyRetention
        configuration.checkpointWrites = serviceEnvironment.checkpointWrites
        return configuration
    }

    private static func announce(_ name: ServiceName, at ready: Worker.Ready) {
        let rpc = ready.rpc.joined(separator: ",")
        let events = ready.events.isEmpty ? "none" : ready.events.joined(separator: ",")
        print("ready \(name.program) pid=\(getpid()) rpc=\(rpc) events=\(events)")
        // Standard output is a file or a pipe here: without this the line would wait in a buffer.
        fflush(nil)
    }

    private static func prepareProcess() {
        // Sockets, locks and data are the user's own business.
        umask(0o077)
        // A log whose reader has gone must not end the service.
        signal(SIGPIPE, SIG_IGN)
        // Until the listener is there, a hangup must not end what has just said that it is ready.
        signal(SIGHUP, SIG_IGN)
        // Every connection is a file; with the usual 1 024 a few idle peers shut everybody else out.
        OpenFiles.raiseLimit(to: 65_536)
    }
}
