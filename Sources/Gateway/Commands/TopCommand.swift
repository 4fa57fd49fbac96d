internal import ArgumentParser
internal import Messages
internal import Platform
internal import ServiceContexts
internal import Terminal
internal import WorkerClient

struct TopCommand: GatewayCommand {
    static let configuration = CommandConfiguration(
        commandName: "top",
        abstract: "Watch the load of all services in this terminal.",
        discussion: """
            A row for each service: requests and commits in a second, requests in flight, subscribers, memory, and a \
            line of the last minutes. P50 and P99 are of the method that was called most, since its service started. \
            What has no room in the terminal is left out. q quits.
            """
    )

    @OptionGroup var asked: ServicesOption

    @Option(help: ArgumentHelp("The time between two looks, such as 500ms or 5s.", valueName: "time"))
    var interval = TimeLimit(.seconds(1))

    @OptionGroup(title: "Global options") var global: GlobalOptions

    func run(in session: Session) async throws -> ExitReason {
        let addresses = try session.settings.addresses(of: asked.to).flatMap(\.workers)
        guard !session.settings.isJSON else {
            throw UsageError("top has no JSON output; for programs, use: \(session.texts.program) stats --json")
        }
        guard !session.tracesOntoTerminal else {
            throw UsageError("--verbose would write over the board: send it to a file with 2>file")
        }
        guard TerminalScreen.isPossible(on: session.settings.environment["TERM"]) else {
            throw UsageError(
                "top needs a terminal for input and output; without one, use: \(session.texts.program) stats"
            )
        }
        return try await TopBoard(session: session, addresses: addresses, interval: interval).run()
    }
}
