internal import ArgumentParser
internal import PostgreSQLLog
internal import Terminal
internal import WireJSON

struct ClusterForgetCommand: GatewayCommand {
    static let configuration = CommandConfiguration(
        commandName: "forget",
        abstract: "Delete a stream with all its rows and snapshots, after asking for confirmation.",
        discussion: """
            Connect as the owner of the log, when all workers of the stream have ended. Their own data stay where they are, but \
            cannot join another stream. Pictures stay in the database: other streams may name them.
            """
    )

    @OptionGroup var log: LogArgument
    @OptionGroup var stream: StreamOption
    @OptionGroup var confirmation: Confirmation
    @OptionGroup(title: "Global options") var global: GlobalOptions

    func run(in session: Session) async throws -> ExitReason {
        try confirmation.requireTerminal()
        return try await log.use(in: session) { database, connection in
            let question = session.texts("forget_question", stream: stream.name)
            guard try await confirmation.isGiven(for: stream, question: question) else {
                session.output.note(session.texts["stream_not_deleted"])
                return .refused
            }
            let outcome = try await database.remove(stream.name, at: connection)
            guard case .removed(let rows, let snapshots) = outcome else {
                session.noteError(session.texts.notForgotten(outcome, of: stream.name))
                return .refused
            }
            try session.show([session.texts("stream_deleted", stream: stream.name, rows: rows)]) {
                $0.member("rows", rows)
                $0.member("snapshots", snapshots)
            }
            return .ok
        }
    }
}
