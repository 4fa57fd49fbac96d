internal import ArgumentParser
internal import PostgreSQLLog
internal import ReplicatedLog
internal import Terminal
internal import WireJSON

struct ClusterAcceptLossCommand: GatewayCommand {
    static let configuration = CommandConfiguration(
        commandName: "accept-loss",
        abstract: "Go on without what the database has lost, after asking for confirmation.",
        discussion: """
            For the case that workers have ended because the database lacks rows that it had confirmed, after a failover to a server \
            that was behind or from a backup. Connect as the owner of the log. The stream gets a new epoch: workers that run \
            begin anew, those that have ended and are started again set their data aside and take what the database has, and every \
            subscriber is told to read the present state. Writes that are lost are not done again by anybody but their callers.
            """
    )

    @OptionGroup var log: LogArgument
    @OptionGroup var stream: StreamOption
    @OptionGroup var confirmation: Confirmation
    @OptionGroup(title: "Global options") var global: GlobalOptions

    func run(in session: Session) async throws -> ExitReason {
        try confirmation.requireTerminal()
        return try await log.use(in: session) { database, connection in
            let question = session.texts("accept_loss_question", stream: stream.name)
            guard try await confirmation.isGiven(for: stream, question: question) else {
                session.output.note(session.texts["loss_not_accepted"])
                return .refused
            }
            let outcome = try await database.renew(stream.name, at: connection)
            guard case .renewed(let change, let position) = outcome else {
                session.noteError(session.texts.lossNotAccepted(outcome, of: stream.name))
                return .refused
            }
            try session.show(session.texts.lossAccepted(of: stream.name, at: position)) {
                $0.member("from", change.former)
                $0.member("to", change.epoch)
                $0.member("row", position)
            }
            return .ok
        }
    }
}
