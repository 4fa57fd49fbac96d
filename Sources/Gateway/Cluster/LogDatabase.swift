internal import PostgreSQLLog
internal import ReplicatedLog
internal import ZeroMQ

/// The database of a log, asked on the thread of a node.
actor LogDatabase {
    private let node: ZMQNode

    nonisolated var unownedExecutor: UnownedSerialExecutor { node.asUnownedSerialExecutor() }

    init(on node: ZMQNode) { self.node = node }

    /// Creates the tables, or brings them up to date.
    ///
    /// - Throws: ``LogError``.
    func migrate(_ connection: String, grantingTo role: String?) async throws -> SchemaMigration.Outcome {
        try await withCheckedThrowingContinuation { continuation in
            do {
                _ = try SchemaMigration(connection, grantingTo: role, on: node) { continuation.resume(with: $0) }
            } catch {
                continuation.resume(throwing: error)
            }
        }
    }

    /// The streams there are.
    ///
    /// - Throws: ``LogError``.
    func streams(_ connection: String) async throws -> [StreamReport] {
        try await withCheckedThrowingContinuation { continuation in
            do {
                try StreamSurvey(connection, on: node) { continuation.resume(with: $0) }
            } catch {
                continuation.resume(throwing: error)
            }
        }
    }
}
