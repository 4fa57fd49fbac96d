import PostgreSQLLog
import ReplicatedLog
import ZeroMQ

/// A database of the shared server with the schema, for all tests that leave the schema as it is.
actor MigratedDatabase {
    static let shared = MigratedDatabase()
    private var making: Task<String, any Error>?

    func name() async throws -> String {
        let task =
            making
            ?? Task {
                let server = try PostgreSQLServer.shared()
                let name = try server.makeDatabase()
                _ = try await migrate(server.connection(name))
                return name
            }
        making = task
        return try await task.value
    }
}

/// Creates or migrates the schema.
func migrate(
    _ connection: String,
    grantingTo role: String? = nil,
    for streams: [String] = []
) async throws -> SchemaMigration.Outcome {
    try await ZMQNode.withNode(name: "migration") { node in
        try await Migrator(node: node).migrate(connection, grantingTo: role, for: streams)
    }
}

private actor Migrator {
    private let node: ZMQNode
    private var migration: SchemaMigration?

    nonisolated var unownedExecutor: UnownedSerialExecutor { node.asUnownedSerialExecutor() }

    init(node: ZMQNode) { self.node = node }

    func migrate(
        _ connection: String,
        grantingTo role: String?,
        for streams: [String]
    ) async throws -> SchemaMigration.Outcome {
        try await withCheckedThrowingContinuation { continuation in
            do {
                migration = try SchemaMigration(connection, grantingTo: role, for: streams, on: node) {
                    continuation.resume(with: $0)
                }
            } catch {
                continuation.resume(throwing: error)
            }
        }
    }
}

/// Runs a test with logs of one database, in which nothing else happens.
///
/// - Parameters:
///   - connection: Where it is.
///   - callTimeout: How long a call may take.
func withDatabase<R: Sendable>(
    _ connection: String,
    callTimeout: Duration = .seconds(60),
    _ body: (Bench) async throws -> R
) async throws -> R {
    try await Engine(connection, callTimeout: callTimeout).withBench(body)
}
