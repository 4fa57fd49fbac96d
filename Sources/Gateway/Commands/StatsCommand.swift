internal import ArgumentParser
internal import Messages
internal import WorkerClient

/// `gateway stats`.
struct StatsCommand: GatewayCommand {
    static let configuration = CommandConfiguration(
        commandName: "stats",
        abstract: "Show what services have counted since they started.",
        discussion: """
            A row for each service, and one for each method that was called. Times are from the arrival of a request \
            to its reply. Exit code 0: all of them answered; 3: some did; 4: none did.
            """
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
            try await StatsReport.Answer(asking: caller)
        }
        let report = StatsReport(answers: answers, texts: session.texts)
        if session.settings.isJSON {
            try session.output.write(bytes: report.document)
        } else {
            let (palette, columns) = (session.output.palette, session.output.columns)
            let tables = report.tables.map { $0.lines(palette, columns: columns) }
            try session.output.write(tables.filter { $0.count > 1 }.joined(separator: [""]).map(\.self))
        }
        session.output.note(report.notes(session.output.notePalette))
        return FanOut.status(answers)
    }
}
