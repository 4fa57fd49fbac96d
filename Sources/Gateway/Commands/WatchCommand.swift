internal import ArgumentParser
internal import Messages
internal import Platform
internal import Terminal
internal import WorkerClient
internal import ZeroMQPatterns

struct WatchCommand: GatewayCommand {
    static let configuration = CommandConfiguration(
        commandName: "watch",
        abstract: "Watch the events that services publish.",
        discussion: """
            Shows every event once and in order, even across restarts of a service. Where that is not possible, \
            standard error says resynced. With --json, each line is a CloudEvent. --since 5m begins with the first event \
            of the last five minutes.
            """
    )

    @Argument(
        help: """
            Words that a topic begins with, such as juice.stock.changed.mango or juice.stock; default: everything \
            of every service.
            """,
        completion: Completions.topics
    )
    var prefixes: [String] = []

    @Option(
        help: ArgumentHelp(
            "Start after this position, where 0 is the beginning, or this long ago, such as 90s, 5m, 2h or 7d.",
            valueName: "seq|time"
        )
    )
    var since: WatchStart?

    @Option(help: ArgumentHelp("Stop after this many events.", valueName: "n"))
    var count: Int?

    @OptionGroup(title: "Global options") var global: GlobalOptions

    func validate() throws {
        if let count, count < 1 { throw UsageError("--count must be 1 or more") }
    }

    func run(in session: Session) async throws -> ExitReason {
        let plan = try WatchPlan(prefixes)
        // Each service counts for itself: the same number elsewhere would leave out events without a word.
        if case .position(1...) = since, plan.services.services?.count != 1 {
            throw UsageError("--since is a position of one service: name the service, as in: watch juice --since 17")
        }
        // The first event may be long in coming.
        if let fault = StandardStreams.fault { throw fault }
        let watcher = Watcher(
            session: session,
            plan: plan,
            start: since,
            printer: WatchPrinter(session, count: count)
        )
        try await watcher.run()
        return .ok
    }
}
