internal import Glibc
public import Logging
public import Messages
internal import ServiceLifecycle
public import Storage
internal import UnixSignals
internal import ZeroMQ

/// Runs one service as a process: from its first line of log to its exit code.
public enum ServiceProcess {
    /// The exit code of a service that refuses to start: EX_CONFIG of sysexits.h.
    public static let refusedToStart: Int32 = 78

    /// Runs a service until SIGTERM, SIGINT or `service.drain`, and drains it.
    ///
    /// When it is SERVING it prints one line on standard output, which scripts and tests wait for:
    /// `ready juice-service pid=1234 rpc=ipc://… events=ipc://…`.
    ///
    /// - Parameters:
    ///   - name: Which service.
    ///   - surroundings: Where and how much.
    ///   - logLevel: The least important messages to log; they go to standard error.
    ///   - makeService: Makes its rules.
    ///   - openJournal: Opens its journal; `nil` for a service that keeps nothing.
    /// - Returns: The exit code: 0 after a drain, 78 when it refused to start, 1 when it failed later.
    public static func run<Service: WorkerService & SendableMetatype>(
        _ name: ServiceName,
        surroundings: ServiceSurroundings,
        logLevel: Logger.Level,
        makeService: @escaping @Sendable () throws -> Service,
        openJournal: (@Sendable (Service) throws -> any Journal)?
    ) async -> Int32 {
        prepareProcess()
        var log = Logger(label: name.program) { StreamLogHandler.standardError(label: $0) }
        log.logLevel = logLevel
        let logger = log
        let isReady = ReadyFlag()
        do {
            try await ZMQNode.withNode(name: name.program) { node in
                let worker = Worker(
                    node: node,
                    configuration: surroundings.worker,
                    processID: RandomID.make(),
                    log: logger,
                    makeService: makeService,
                    openJournal: openJournal
                ) { ready in
                    isReady.set()
                    announce(name, ready)
                }
                var quiet = logger
                quiet.logLevel = max(.warning, logLevel)
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
            return 0
        } catch {
            logger.critical("\(isReady.isSet ? "failed" : "refuses to start"): \(error)")
            return isReady.isSet ? 1 : refusedToStart
        }
    }

    private static func announce<Service>(_ name: ServiceName, _ ready: Worker<Service>.Ready) {
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
        var files = rlimit()
        guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &files) == 0 else { return }
        files.rlim_cur = min(files.rlim_max, max(files.rlim_cur, 65_536))
        setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &files)
    }
}
