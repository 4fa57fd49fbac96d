internal import Logging
internal import Messages
internal import Platform
internal import ReplicatedLog
internal import Replication
internal import ServiceLifecycle
internal import WorkerEngine

extension Worker {
    /// The pause before an engine that could not be used is tried again.
    private static var pause: Duration { .milliseconds(500) }

    /// Connects to the log of the stream and finds its epoch, for as long as that takes.
    ///
    /// What someone can set right at the engine meanwhile is reported once, and tried again.
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

    private func epoch(of log: any WaitableLog) async throws -> String {
        var told: LogError?
        while true {
            do throws(LogError) {
                return try await answer { log.openStream(epoch: RandomID.make(), $0) }
            } catch {
                guard error.isWorthRepeating else { throw error }
                // What a server says of itself was reported already.
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
}
