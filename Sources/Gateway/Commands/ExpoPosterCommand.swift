internal import ArgumentParser
internal import Messages
internal import WorkerClient

/// `gateway expo poster`.
struct ExpoPosterCommand: GatewayCommand {
    static let configuration = CommandConfiguration(
        commandName: "poster",
        abstract: "Show what the exposition says about itself."
    )

    @OptionGroup(title: "Global options") var global: GlobalOptions

    func run(in session: Session) async throws -> ExitReason {
        try await session.withCaller(of: .expo) { caller in
            let reply = try await caller.read(ExpoMethod.poster.name)
            if session.settings.isJSON {
                try session.output.write(bytes: reply.result)
                return .ok
            }
            let poster = try caller.decode(reply, of: ExpoMethod.poster.name) { ExpoPoster($0) }
            let output = session.output
            try output.write(Self.lines(poster, session.texts, columns: output.proseColumns, output.palette))
            return .ok
        }
    }

    static func lines(_ poster: ExpoPoster, _ texts: Texts, columns: Int, _ palette: Palette) -> [String] {
        let title = texts.posterTitle(poster).map { WrappedText.lines($0, columns: columns) } ?? []
        let facts = texts.posterFacts(poster).flatMap { WrappedText.lines($0, columns: columns) }
        let story = texts.story(of: poster).map { WrappedText.lines($0, columns: columns) } ?? []
        let parts = [title.map { palette.paint($0, .strong) }, facts, story]
        return Array(parts.filter { !$0.isEmpty }.joined(separator: [""]))
    }
}
