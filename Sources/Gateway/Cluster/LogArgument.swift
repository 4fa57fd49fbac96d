internal import ArgumentParser
internal import Platform
internal import PostgreSQLLog
internal import ReplicatedLog
internal import ServiceContexts
internal import ZeroMQ

struct LogArgument: ParsableArguments {
    @Argument(
        help: ArgumentHelp(
            "Where the database is, such as postgresql://owner@db1,db2/shop. Default: $JANGTEO_LOG.",
            valueName: "connection"
        )
    )
    var connection: String?

    /// Lends the database to `body`, and tells what keeps it from being used.
    func use(
        in session: Session,
        _ body: (LogDatabase, _ connection: String) async throws -> ExitReason
    ) async throws -> ExitReason {
        do throws(LogError) {
            if let connection { try PostgreSQLLog.refuseSecrets(inArgument: connection) }
        } catch {
            throw UsageError("\(error.message)")
        }
        guard let connection = connection ?? session.settings.environment["JANGTEO_LOG"] else {
            throw UsageError("name the database, or set JANGTEO_LOG")
        }
        do {
            return try await ZMQNode.withNode(name: "cluster") { node in
                try await body(LogDatabase(on: node), connection)
            }
        } catch let error as LogError {
            guard error.code != .misconfigured else { throw UsageError("\(error.description)") }
            session.noteError(error.description)
            return error.code == .unreachable ? .unreachable : .refused
        }
    }
}
