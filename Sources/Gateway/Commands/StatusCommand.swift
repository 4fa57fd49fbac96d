internal import ArgumentParser
internal import Messages
internal import WireJSON
internal import WorkerClient

/// `gateway status`.
struct StatusCommand: GatewayCommand {
    static let configuration = CommandConfiguration(
        commandName: "status",
        abstract: "Show which services are available.",
        discussion: "Exit code 0: all of them serve; 3: some answer well or not; 4: none answered."
    )

    @Option(
        help: ArgumentHelp("The services to ask. Default: all.", valueName: "service,…"),
        completion: Completions.services,
        transform: { try ServiceList(parsing: $0) }
    )
    var to = ServiceList.all

    @OptionGroup(title: "Global options") var global: GlobalOptions

    func run(in session: Session) async throws -> ExitReason {
        let addresses = try session.settings.addresses(of: to).flatMap(\.workers)
        let answers = try await FanOut.ask(
            addresses,
            timeout: session.settings.timeout,
            onMessage: session.messageObserver
        ) { caller throws(CallFailure) in
            try await ServiceStatus(asking: caller)
        }
        let report = StatusReport(answers: answers, texts: session.texts)
        if session.settings.isJSON {
            try session.output.write(bytes: report.document)
        } else {
            try session.output.write(report.table)
        }
        session.output.note(report.notes(session.output.notePalette))
        return FanOut.status(answers) { $0.health.isServing }
    }
}
