internal import Logging
internal import Messages
internal import Platform
internal import PostgreSQLLog
internal import ReplicatedLog
internal import Replication
internal import ServiceLifecycle

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
        let log = try PostgreSQLLog(
            settings.connection,
            LogIdentity(stream: settings.name, writer: processID),
            PostgreSQLLogOptions(acceptsAsynchronous: settings.acceptsAsynchronous),
            on: node
        )
        var warnings = LineLimit()
        log.onWarning = { [log = self.log] text in
            guard warnings.allows(text, at: SystemClock.monotonic) else { return }
            log.warning("the database warns", metadata: ["warning": "\(text)"])
        }
        do {
            let epoch = try await epoch(of: log)
            tellDurability(of: log.server)
            return OpenedStream(log, epoch: epoch, advertised: settings.advertised)
        } catch {
            log.close()
            throw error
        }
    }

    private func epoch(of log: PostgreSQLLog) async throws -> String {
        var told: LogError?
        while true {
            do throws(LogError) {
                return try await answer { log.openStream(epoch: RandomID.make(), $0) }
            } catch {
                guard error.isWorthRepeating else { throw error }
                if error != told { self.log.error("cannot follow the log yet", metadata: ["error": "\(error)"]) }
                told = error
            }
            try await cancelWhenGracefulShutdown { try await Task.sleep(for: Self.pause) }
            guard !Task.isShuttingDownGracefully else { throw CancellationError() }
        }
    }

    /// Makes a call of the log, and waits for its answer.
    func answer<Value: Sendable>(
        _ call: (@escaping (Result<Value, LogError>) -> Void) -> Void
    ) async throws(LogError) -> Value {
        let result: Result<Value, LogError> = await withCheckedContinuation { continuation in
            call { continuation.resume(returning: $0) }
        }
        return try result.get()
    }

    /// Says what the engine does to be durable; the log refuses one that will not do.
    private func tellDurability(of server: ServerReport?) {
        guard let server else { return }
        switch server.durability {
        case .severalMachines:
            log.info("the log is kept by several machines", metadata: ["standbys": "\(server.synchronousStandbyNames)"])
        case .oneMachine(asynchronousReceivers: 0):
            log.notice("the log is kept by one machine, and lost with its disk")
        case .oneMachine(let receivers):
            log.warning("a standby that takes over may lack what was confirmed", metadata: ["standbys": "\(receivers)"])
        case .notDurable: break
        }
    }
}
