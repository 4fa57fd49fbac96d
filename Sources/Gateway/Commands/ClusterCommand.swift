internal import ArgumentParser
internal import Platform
internal import PostgreSQLLog
internal import ReplicatedLog
internal import Terminal
internal import WireJSON

struct ClusterCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "cluster",
        abstract: "Prepare and look at the log by which several workers share a service.",
        subcommands: [
            ClusterInitCommand.self, ClusterStatusCommand.self, ClusterHandoverCommand.self,
            ClusterSnapshotCommand.self, ClusterAcceptLossCommand.self, ClusterForgetCommand.self,
        ]
    )
}

struct ClusterInitCommand: GatewayCommand {
    static let configuration = CommandConfiguration(
        commandName: "init",
        abstract: "Create the tables of the log in a PostgreSQL database, or bring older ones up to date.",
        discussion: """
            Connect as the owner of the database; the tables belong to that user, and are in the schema jangteo. Workers \
            should be another user, named by --grant, which can add rows and change none, of all streams or of those that \
            --stream names. Doing it again changes nothing.
            """
    )

    @OptionGroup var log: LogArgument

    @Option(help: ArgumentHelp("The user of the workers, who gets the rights that they need.", valueName: "user"))
    var grant: String?

    @Option(
        name: .customLong("stream"),
        help: ArgumentHelp(
            "A stream that they may write, may be repeated; replaces what they could. Default: all.",
            valueName: "name"
        )
    )
    var streams: [String] = []

    @OptionGroup(title: "Global options") var global: GlobalOptions

    func run(in session: Session) async throws -> ExitReason {
        guard grant != nil || streams.isEmpty else {
            throw UsageError("--stream says what --grant grants: name the user")
        }
        return try await log.use(in: session) { database, connection in
            let outcome = try await database.migrate(connection, grantingTo: grant, for: streams)
            try session.show(session.texts.schemaMade(outcome)) {
                $0.member("from", outcome.from)
                $0.member("to", outcome.to)
            }
            return .ok
        }
    }
}

struct ClusterStatusCommand: GatewayCommand {
    static let configuration = CommandConfiguration(
        commandName: "status",
        abstract: "Show the streams of a log: who is active, the term, the rows, the newest snapshot.",
        discussion: "What each worker says of itself is in `gateway status`."
    )

    @OptionGroup var log: LogArgument

    @OptionGroup(title: "Global options") var global: GlobalOptions

    func run(in session: Session) async throws -> ExitReason {
        try await log.use(in: session) { database, connection in
            let server = try await database.server(connection)
            let streams = try await database.streams(connection)
            let list = StreamList(streams: streams, server: server, texts: session.texts)
            try session.show(list.lines(session.output.palette, columns: session.output.columns), or: list.document)
            return .ok
        }
    }
}
