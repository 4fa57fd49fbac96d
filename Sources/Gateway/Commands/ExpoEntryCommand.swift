internal import ArgumentParser
internal import Messages
internal import WorkerClient

/// `gateway expo entry`.
struct ExpoEntryCommand: GatewayCommand {
    static let configuration = CommandConfiguration(
        commandName: "entry",
        abstract: "Show an exhibit."
    )

    @Argument(help: "Its number, its Korean or English name, or the name of its picture: 5, 해금, haegeum.")
    var entry: String

    @OptionGroup(title: "Global options") var global: GlobalOptions

    func run(in session: Session) async throws -> ExitReason {
        try await session.withCaller(of: .expo) { caller in
            let reply = try await EntryLookup(caller: caller).find(entry)
            if session.settings.isJSON {
                try session.output.write(bytes: reply.result)
                return .ok
            }
            let entry = try caller.decode(reply, of: ExpoMethod.entriesGet.name) { ExpoEntry($0) }
            let output = session.output
            try output.write(Self.lines(entry, session.texts, columns: output.proseColumns, output.palette))
            return .ok
        }
    }

    static func lines(_ entry: ExpoEntry, _ texts: Texts, columns: Int, _ palette: Palette) -> [String] {
        let name = texts.name(of: entry).map { WrappedText.lines($0, columns: columns) } ?? []
        let label = WrappedText.lines(texts.label(of: entry), columns: columns)
        let short = texts.shortDescription(of: entry).map { WrappedText.lines($0, columns: columns) } ?? []
        let text = texts.description(of: entry).map { WrappedText.lines($0, columns: columns) } ?? []
        let head = name.map { palette.paint($0, .strong) } + label.map { palette.paint($0, .faint) }
        return Array([head, short, text].filter { !$0.isEmpty }.joined(separator: [""]))
    }
}
