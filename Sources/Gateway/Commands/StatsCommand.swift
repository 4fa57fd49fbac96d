internal import ArgumentParser
internal import Messages
internal import Terminal
internal import WorkerClient

struct StatsCommand: GatewayCommand {
    static let configuration = CommandConfiguration(
        commandName: "stats",
        abstract: "Show what services have counted since they started.",
        discussion: """
            A row for each service, and one for each method that was called. Times are from the arrival of a request \
            to its reply. Exit code 0: all of them answered; 3: some did; 4: none did.
            """
    )

    @OptionGroup var asked: ServicesOption
    @OptionGroup(title: "Global options") var global: GlobalOptions

    func run(in session: Session) async throws -> ExitReason {
        let addresses = try session.settings.addresses(of: asked.to).flatMap(\.workers)
        let answers = try await FanOut.ask(addresses, in: session, asking: StatsReport.Answer.init(asking:))
        let report = StatsReport(answers: answers, texts: session.texts)
        let (palette, columns) = (session.output.palette, session.output.columns)
        let tables = report.tables.map { $0.lines(palette, columns: columns) }
        try session.show(tables.filter { $0.count > 1 }.joined(separator: [""]).map(\.self), or: report.document)
        session.output.note(report.notes(session.output.notePalette))
        return FanOut.status(answers)
    }
}
