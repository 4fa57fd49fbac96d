internal import ArgumentParser
internal import Messages
internal import Terminal
internal import WorkerClient

struct StatusCommand: GatewayCommand {
    static let configuration = CommandConfiguration(
        commandName: "status",
        abstract: "Show which services are available.",
        discussion: "Exit code 0: all of them serve; 3: some answer well or not; 4: none answered."
    )

    @OptionGroup var asked: ServicesOption
    @OptionGroup(title: "Global options") var global: GlobalOptions

    func run(in session: Session) async throws -> ExitReason {
        let addresses = try session.settings.addresses(of: asked.to).flatMap(\.workers)
        let answers = try await FanOut.ask(addresses, in: session, asking: ServiceStatus.init(asking:))
        let report = StatusReport(answers: answers, texts: session.texts)
        try session.show(report.table, or: report.document)
        session.output.note(report.notes(session.output.notePalette))
        return FanOut.status(answers) { $0.health.isServing }
    }
}
