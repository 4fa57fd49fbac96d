internal import ArgumentParser
internal import Messages
internal import WorkerClient

/// `gateway expo entries`.
struct ExpoEntriesCommand: GatewayCommand {
    static let configuration = CommandConfiguration(
        commandName: "entries",
        abstract: "Show the exhibits, all or those that contain a text."
    )

    @Option(help: ArgumentHelp("Only those with this text in a name or a text, Korean or English.", valueName: "text"))
    var search = ""

    @Option(help: "How many to show, 1 to 100.")
    var limit = 20

    @Option(help: ArgumentHelp("Where the last page ended.", valueName: "cursor"))
    var after: String?

    @OptionGroup(title: "Global options") var global: GlobalOptions

    func run(in session: Session) async throws -> ExitReason {
        try await session.withCaller(of: .expo) { caller in
            let params = ExpoEntriesListParams(search: search, after: after, limit: limit)
            let reply = try await caller.read(ExpoMethod.entriesList.name, params.jsonBytes)
            if session.settings.isJSON {
                try session.output.write(bytes: reply.result)
                return .ok
            }
            let page = try caller.decode(reply, of: ExpoMethod.entriesList.name) { ExpoEntryPage($0) }
            if page.entries.isEmpty {
                session.output.note(session.texts.noEntries)
            } else {
                try session.output.write(Self.table(page.entries, session.texts))
            }
            if let next = page.next {
                session.output.note(session.texts.moreEntries(after: next, search: search, limit: limit))
            }
            return .ok
        }
    }

    static func table(_ entries: [ExpoEntry], _ texts: Texts) -> Table {
        var table = Table(
            (texts.number, .right),
            (texts.exhibit, .left),
            (texts.picture, .left),
            (texts.about, .left)
        )
        for entry in entries {
            table.add(
                .init("\(entry.number)"),
                .init(texts.name(of: entry) ?? "", .strong),
                .init(entry.imageName ?? ""),
                .init(texts.shortDescription(of: entry) ?? "")
            )
        }
        return table
    }
}
