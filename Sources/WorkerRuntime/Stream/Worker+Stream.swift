internal import Logging
internal import Messages
internal import Platform
internal import PostgreSQLLog
internal import ReplicatedLog
internal import Replication
internal import ServiceLifecycle
internal import WorkerEngine

extension Worker {
    /// The pause before an engine that could not be used is tried again.
    private static var pause: Duration { .milliseconds(500) }

    /// Connects to the log of the stream and finds its epoch, for as long as that takes.
    ///
    /// What somebody can set right at the engine meanwhile is told once, and tried again.
    ///
    /// - Returns: `nil` for a service of its own.
    /// - Throws: ``LogError`` when it is no use to try again; `CancellationError` when it is to end.
    func openStream(of service: ServiceName) async throws -> OpenedStream? {
        guard let settings = configuration.stream else { return nil }
        let log = try makeLog(settings)
        do {
            let epoch = try await epoch(of: log)
            return OpenedStream(log, epoch: epoch, advertised: settings.advertised)
        } catch {
            log.close()
            throw error
        }
    }

    /// Makes a log, and has this worker's own log say what its engine warns of, and does to be durable.
    func makeLog(_ settings: StreamSettings) throws(LogError) -> PostgreSQLLog {
        let log = try PostgreSQLLog(
            settings.connection,
            identity: LogIdentity(stream: settings.name, writer: dependencies.processID),
            options: PostgreSQLLogOptions(durability: settings.durability),
            on: node
        )
        var warnings = LineLimit()
        log.onWarning = { [log = self.log] text in
            guard warnings.allows(text, at: SystemClock.monotonic) else { return }
            log.warning("the database warns", metadata: ["warning": "\(text)"])
        }
        log.onVerdict = { self.say($0) }
        return log
    }

    private func epoch(of log: PostgreSQLLog) async throws -> String {
        var told: LogError?
        while true {
            do throws(LogError) {
                return try await answer { log.openStream(epoch: RandomID.make(), $0) }
            } catch {
                guard error.isWorthRepeating else { throw error }
                // What a server says of itself was told already.
                if error != told, error.code != .notDurable {
                    self.log.error("cannot follow the log yet", metadata: ["error": "\(error)"])
                }
                told = error
            }
            try await cancelWhenGracefulShutdown { try await Task.sleep(for: Self.pause) }
            guard !Task.isShuttingDownGracefully else { throw CancellationError() }
        }
    }

    /// Makes a call of the log, and waits for its answer.
    func answer<Value: Sendable>(
        _ call: (@escaping (Result<Value, LogError>) -> Void) throws(LogError) -> Void
    ) async throws(LogError) -> Value {
        let result: Result<Value, LogError> = await withCheckedContinuation { continuation in
            do throws(LogError) {
                try call { continuation.resume(returning: $0) }
            } catch {
                continuation.resume(returning: .failure(error))
            }
        }
        return try result.get()
    }

    /// Says what the engine does to be durable, each time that this is something else.
    private func say(_ verdict: Result<ServerReport, LogError>) {
        switch verdict.map({ ($0, $0.durability) }) {
        case .success((let server, .severalMachines(standbysInSync: 0))):
            log.warning(
                "commits wait: no standby is in sync",
                metadata: ["standbys": "\(server.synchronousStandbyNames)"]
            )
        case .success((let server, .severalMachines(let count))):
            let count = count.map(String.init) ?? "not visible to this role"
            log.info(
                "the log is kept by several machines",
                metadata: ["standbys": "\(server.synchronousStandbyNames)", "insync": "\(count)"]
            )
        case .success((_, .oneMachine(asynchronousReceivers: 0))):
            log.notice("the log is kept by one machine, and lost with its disk")
        case .success((_, .oneMachine(let receivers))):
            log.warning("a standby that takes over may lack what was confirmed", metadata: ["standbys": "\(receivers)"])
        // A server that is not durable is refused.
        case .success((_, .notDurable)): break
        case .failure(let error): log.error("takes no writes over this database", metadata: ["error": "\(error)"])
        }
    }
}

extension StreamSettings {
    /// What a commit waits for at least.
    var durability: DurabilityPin { acceptsAsynchronous ? .acceptingAsynchronous : .strict }
}
