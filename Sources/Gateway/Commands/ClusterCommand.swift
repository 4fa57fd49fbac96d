internal import ArgumentParser
internal import PostgreSQLLog
internal import ReplicatedLog
internal import WireJSON
internal import ZeroMQ

/// `gateway cluster`: the log by which several workers share the stream of a service.
struct ClusterCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "cluster",
        abstract: "Prepare the log by which several workers share a service.",
        subcommands: [ClusterInitCommand.self]
    )
}

/// `gateway cluster init`.
struct ClusterInitCommand: GatewayCommand {
    static let configuration = CommandConfiguration(
        commandName: "init",
        abstract: "Create the tables of the log in a PostgreSQL database, or bring older ones up to date.",
        discussion: """
            Connect as the owner of the database; the tables belong to that user, and are in the schema jangteo. Workers \
            should be another user, named by --grant, which can add rows and change none. Doing it again changes nothing.
            """
    )

    @Argument(
        help: ArgumentHelp(
            "Where the database is, such as postgresql://owner@db1,db2/shop. Default: $JANGTEO_LOG.",
            valueName: "connection"
        )
    )
    var connection: String?

    @Option(help: ArgumentHelp("The user of the workers, who gets the rights that they need.", valueName: "user"))
    var grant: String?

    @OptionGroup(title: "Global options") var global: GlobalOptions

    func run(in session: Session) async throws -> ExitReason {
        guard let connection = connection ?? session.settings.environment["JANGTEO_LOG"] else {
            throw UsageError("name the database, or set JANGTEO_LOG")
        }
        do {
            let outcome = try await ZMQNode.withNode(name: "cluster") { node in
                try await Migration(on: node).run(connection, grantingTo: grant)
            }
            try write(outcome, in: session)
            return .ok
        } catch let error as LogError {
            guard error.code != .misconfigured else { throw UsageError(error.description) }
            session.output.note(session.texts.heading(error.description, session.output.notePalette))
            return error.code == .unreachable ? .unreachable : .refused
        }
    }

    private func write(_ outcome: SchemaMigration.Outcome, in session: Session) throws {
        if session.settings.isJSON {
            var writer = JSONWriter()
            writer.beginObject()
            writer.member("from", outcome.from)
            writer.member("to", outcome.to)
            writer.endObject()
            try session.output.write(bytes: writer.bytes)
        } else {
            try session.output.write(session.texts.schemaMade(outcome))
        }
    }
}

/// The thread of a migration.
private actor Migration {
    private let node: ZMQNode

    nonisolated var unownedExecutor: UnownedSerialExecutor { node.asUnownedSerialExecutor() }

    init(on node: ZMQNode) { self.node = node }

    func run(_ connection: String, grantingTo role: String?) async throws -> SchemaMigration.Outcome {
        try await withCheckedThrowingContinuation { continuation in
            do {
                // It keeps itself until it has called back.
                _ = try SchemaMigration(connection, grantingTo: role, on: node) { continuation.resume(with: $0) }
            } catch {
                continuation.resume(throwing: error)
            }
        }
    }
}
