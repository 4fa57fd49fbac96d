internal import ArgumentParser
internal import Messages
internal import Terminal
internal import WorkerClient

struct FanoutCommand: GatewayCommand {
    static let configuration = CommandConfiguration(
        commandName: "fanout",
        abstract: "Call a method of several services at once.",
        discussion: """
            Shows a row for every service: ok, an error, or no answer. Exit code 0: all succeeded; 3: some did; 4: \
            none answered; 5: the outcome of a write is unknown.
            """
    )

    @Argument(help: "The method, such as service.ping.", completion: Completions.methods)
    var method: String

    @Argument(help: "Its parameters as a JSON object; - reads them from standard input.")
    var params: String?

    @Option(
        help: ArgumentHelp("The services to call. Default: all.", valueName: "service,…"),
        completion: Completions.serviceLists,
        transform: { try ServiceList(parsing: $0) }
    )
    var to = ServiceList.all

    @OptionGroup var key: KeyOption
    @OptionGroup(title: "Global options") var global: GlobalOptions

    func run(in session: Session) async throws -> ExitReason {
        let input = params == "-" ? try StandardInput.readAll() : nil
        let json = try CallParams.parse(input ?? params.map { Array($0.utf8) })
        try session.checkOutput(forResultOf: method)
        let addresses = try session.settings.addresses(of: to)
        // One key for all: it is each service's own, and one command repeats the whole.
        let chosen = key.value
        let method = method
        let isRead = MethodDefinition.named(method)?.kind == .read
        let key = isRead ? chosen : chosen ?? IdempotencyKey.make()
        let text = input == nil ? nil : json.map { String(decoding: $0, as: UTF8.self) }
        let answers = try await FanOut.ask(addresses, in: session) { caller throws(CallFailure) in
            var caller = caller
            caller.isTypedAsJSON = true
            let kind = chosen == nil ? try await session.kind(of: method, by: caller) : .write
            let reply =
                if let key, kind == .write {
                    try await session.write(method, with: json, key: key, by: caller, input: text)
                } else {
                    try await caller.read(method, with: json)
                }
            await session.warnOfUnknownMembers(json, of: method, by: caller)
            return reply
        }
        let report = FanoutReport(answers: answers, texts: session.texts)
        try session.show(report.table, or: report.document(method: method, key: key))
        session.output.note(report.notes(session.output.notePalette))
        return FanOut.status(answers)
    }
}
