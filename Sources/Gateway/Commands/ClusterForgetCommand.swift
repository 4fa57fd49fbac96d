internal import ArgumentParser
internal import PostgreSQLLog
internal import WireJSON

/// `gateway cluster forget`.
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

    @Flag(help: "Do not ask for confirmation.")
    var yes = false

    @OptionGroup(title: "Global options") var global: GlobalOptions

    func run(in session: Session) async throws -> ExitReason {
        guard yes || TerminalPrompt.isPossible else {
            throw UsageError("there is no terminal to ask for confirmation: confirm with --yes")
        }
        return try await log.use(in: session) { database, connection in
            if !yes, try await !isWanted(in: session) {
                session.output.note(session.texts.notForgotten)
                return .refused
            }
            let outcome = try await database.remove(stream.name, connection)
            guard case .removed(let rows, let snapshots) = outcome else {
                let text = session.texts.notForgotten(outcome, stream.name)
                session.output.note(session.texts.heading(text, session.output.notePalette))
                return .refused
            }
            if session.settings.isJSON {
                var writer = JSONWriter()
                writer.beginObject()
                writer.member("rows", rows)
                writer.member("snapshots", snapshots)
                writer.endObject()
                try session.output.write(bytes: writer.bytes)
            } else {
                try session.output.write([session.texts.forgotten(stream.name, rows: rows)])
            }
            return .ok
        }
    }

    private func isWanted(in session: Session) async throws -> Bool {
        let answer = try await TerminalPrompt.line(session.texts.forgetQuestion(stream.name))
        return answer.trimmed == stream.name
    }
}

extension String {
    fileprivate var trimmed: String {
        String(drop { $0.isWhitespace }.reversed().drop { $0.isWhitespace }.reversed())
    }
}
