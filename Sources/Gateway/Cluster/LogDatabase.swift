internal import FoundationEssentials
internal import PostgreSQLLog
internal import ReplicatedLog
internal import ZeroMQ

/// The database of a log, asked on the thread of a node. What it is asked may throw ``LogError``.
actor LogDatabase {
    private let node: ZMQNode

    nonisolated var unownedExecutor: UnownedSerialExecutor { node.asUnownedSerialExecutor() }

    init(on node: ZMQNode) { self.node = node }

    /// Creates the tables, or brings them up to date.
    func migrate(
        _ connection: String,
        grantingTo role: String?,
        for streams: [String]
    ) async throws -> SchemaMigration.Outcome {
        try await answer { done throws(LogError) in
            _ = try SchemaMigration(connection, grantingTo: role, for: streams, on: node, done: done)
        }
    }

    func streams(_ connection: String) async throws -> [StreamReport] {
        try await answer { done throws(LogError) in try StreamSurvey.run(connection, on: node, done: done) }
    }

    /// What the server says of itself.
    func server(_ connection: String) async throws -> ServerReport {
        try await answer { done throws(LogError) in try ServerReport.run(connection, on: node, done: done) }
    }

    func renew(_ stream: String, at connection: String) async throws -> StreamRenewal.Outcome {
        let epoch = UUID().uuidString.lowercased()
        return try await answer { done throws(LogError) in
            try StreamRenewal.run(stream, to: epoch, at: connection, on: node, done: done)
        }
    }

    func remove(_ stream: String, at connection: String) async throws -> StreamRemoval.Outcome {
        try await answer { done throws(LogError) in
            try StreamRemoval.run(stream, at: connection, on: node, done: done)
        }
    }

    /// Gives up the lease of a stream in the place of its holder, and waits for the worker that takes it.
    ///
    /// Its holder writes on until then, and is fenced by the newer term, as after a takeover.
    ///
    /// - Parameter limit: How long to wait.
    func handOver(_ stream: String, at connection: String, within limit: Duration) async throws -> Handover {
        // No row is written here.
        let options = PostgreSQLLogOptions(durability: .acceptingAsynchronous)
        let own = try LogIdentity(stream: stream, writer: "gateway")
        let observer = try PostgreSQLLog(connection, identity: own, options: options, on: node)
        defer { observer.close() }
        guard let before = try await answer({ observer.readLease($0) }) else { return .noStream }
        guard let former = before.holder, !before.isFree else { return .noActive }
        let identity = try LogIdentity(stream: stream, writer: former.writer)
        let holder = try PostgreSQLLog(connection, identity: identity, options: options, on: node)
        defer { holder.close() }
        guard case .granted = try await answer({ holder.releaseLease(term: before.term, $0) }) else {
            return .overtaken
        }
        let end = SuspendingClock.now + limit
        while SuspendingClock.now < end {
            if let lease = try await answer({ observer.readLease($0) }), let holder = lease.holder {
                return holder.writer == former.writer ? .returned(holder) : .handedOver(from: former, to: holder)
            }
            try await Task.sleep(for: .milliseconds(20))
        }
        return .noSuccessor
    }

    private func answer<Value: Sendable>(
        _ call: (@escaping (Result<Value, LogError>) -> Void) throws(LogError) -> Void
    ) async throws -> Value {
        try await withCheckedThrowingContinuation { continuation in
            do throws(LogError) {
                try call { continuation.resume(with: $0) }
            } catch {
                continuation.resume(throwing: error)
            }
        }
    }
}

enum Handover: Sendable {
    case handedOver(from: LeaseHolder, to: LeaseHolder)
    /// No other worker took it, and so the same one again.
    case returned(LeaseHolder)
    /// Nobody has taken it yet.
    case noSuccessor
    /// Another worker had taken over meanwhile.
    case overtaken
    case noActive
    /// There is no such stream, or no worker has ever written to it.
    case noStream
}
