internal import Messages
internal import Platform
internal import ReplicatedLog
internal import SQLiteJournal
internal import WorkerEngine

#if PostgreSQL
    internal import PostgreSQLLog
#endif

/// What a service learns from its arguments and, where they are silent, from the environment.
struct ServiceEnvironment: Sendable {
    /// Where sockets and locks are, which endpoints, which limits.
    var worker: WorkerConfiguration
    /// Where durable data are.
    let stateDirectory: String
    /// How they are written.
    let checkpointWrites: CheckpointWrites

    /// Puts arguments, environment and defaults together, in that order.
    ///
    /// - Throws: ``WorkerError`` for a limit that cannot be read, when no directory can be derived, or when both are one.
    init(
        _ options: ServiceOptions,
        environment: [String: String],
        service: ServiceName
    ) throws(WorkerError) {
        func value(_ name: String) -> String? {
            environment[name].flatMap { $0.isEmpty ? nil : $0 }
        }
        let locations = Locations(runDirectory: options.runDir, stateDirectory: options.stateDir) { environment[$0] }
        let run = locations.runDirectory
        guard let state = locations.stateDirectory else {
            throw WorkerError(.configuration, "no state directory: give --state-dir or set JANGTEO_STATE_DIR")
        }
        // Both hold a lock named after the service.
        guard Locations.absolute(run) != state else {
            throw WorkerError(.configuration, "the run directory and the state directory must not be one: \(run)")
        }
        let named = Locations.endpoints(of: service.rawValue) { environment[$0] }
        var worker = WorkerConfiguration(runDirectory: run)
        worker.rpcEndpoints = options.bindRpc.isEmpty ? named.rpc : options.bindRpc
        worker.eventEndpoints = options.bindEvents.isEmpty ? named.events : options.bindEvents
        worker.curveKeyFile = options.curveKey ?? value("JANGTEO_CURVE_KEY")
        worker.clientDirectory = options.clients ?? value("JANGTEO_CLIENTS")
        worker.insecureLoopbackRole = options.insecureLoopback
        worker.memoryLimit = options.memoryLimit << 20
        worker.serviceManager = ServiceManager { environment[$0] }
        for limit in options.limits { try worker.limits.set(limit) }
        #if PostgreSQL
            do throws(LogError) {
                if let log = options.log { try PostgreSQLLog.refuseSecrets(inArgument: log) }
            } catch {
                throw WorkerError(.configuration, error.message)
            }
        #endif
        if let log = options.log ?? value("JANGTEO_LOG"), options.maintenance == nil {
            func advertised(_ given: [String], bound: [String], standard: String) -> [String] {
                if !given.isEmpty { return given }
                return bound.isEmpty ? ["ipc://\(run)/\(service.rawValue).\(standard)"] : bound
            }
            var stream = StreamSettings(
                connection: log,
                name: options.stream ?? service.rawValue,
                advertised: ActiveWorker(
                    rpc: advertised(options.advertiseRpc, bound: worker.rpcEndpoints, standard: "rpc"),
                    events: advertised(options.advertiseEvents, bound: worker.eventEndpoints, standard: "events")
                )
            )
            stream.acceptsAsynchronous = options.acceptAsynchronous
            stream.snapshotRows = options.snapshotRows
            worker.stream = stream
        }
        self.worker = worker
        stateDirectory = state
        checkpointWrites = options.checkpointWrites
    }
}
