internal import ArgumentParser
internal import Messages
internal import Terminal
internal import WorkerClient

struct ExpoCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "expo",
        abstract: "Browse the exposition.",
        subcommands: [
            ExpoPosterCommand.self,
            ExpoEntriesCommand.self,
            ExpoEntryCommand.self,
            ExpoImageCommand.self,
        ]
    )
}

struct ExpoPosterCommand: GatewayCommand {
    static let configuration = CommandConfiguration(
        commandName: "poster",
        abstract: "Show the poster of the exposition."
    )

    @OptionGroup(title: "Global options") var global: GlobalOptions

    func run(in session: Session) async throws -> ExitReason {
        let output = session.output
        return try await session.showResult(of: ExpoMethod.poster.name, at: .expo, as: { ExpoPoster($0) }) { poster in
            let columns = output.proseColumns
            try output.write(Self.lines(of: poster, in: session.texts, columns: columns, palette: output.palette))
        }
    }

    static func lines(of poster: ExpoPoster, in texts: Texts, columns: Int, palette: Palette) -> [String] {
        let title = texts.posterTitle(poster).map { WrappedText.lines($0, columns: columns) } ?? []
        let facts = texts.posterFacts(poster).flatMap { WrappedText.lines($0, columns: columns) }
        let story = texts.story(of: poster).map { WrappedText.lines($0, columns: columns) } ?? []
        let parts = [title.map { palette.paint($0, .strong) }, facts, story]
        return Array(parts.filter { !$0.isEmpty }.joined(separator: [""]))
    }
}

struct ExpoEntriesCommand: GatewayCommand {
    static let configuration = CommandConfiguration(
        commandName: "entries",
        abstract: "List the exhibits, all of them or those that contain a text."
    )

    @Option(
        help: ArgumentHelp(
            "Show only exhibits with this text in a name or a description, Korean or English.",
            valueName: "text"
        )
    )
    var search = ""

    @OptionGroup var page: PageOptions

    @OptionGroup(title: "Global options") var global: GlobalOptions

    func run(in session: Session) async throws -> ExitReason {
        let params = ExpoEntriesListParams(search: search, after: page.after, limit: page.limit).jsonBytes
        let method = ExpoMethod.entriesList.name
        return try await session.showResult(of: method, at: .expo, params: params, as: { ExpoEntryPage($0) }) { page in
            try session.showPage(page.entries, next: page.next, none: "no_entries") {
                Self.table(of: $0, in: session.texts)
            }
        }
    }

    static func table(of entries: [ExpoEntry], in texts: Texts) -> Table {
        texts.table(
            of: entries,
            dropping: [3],
            .init("number", .right) { "\($0.number)" },
            .init("exhibit", .left) { .init(texts.name(of: $0) ?? "", .strong) },
            .init("picture", .whole) { .init($0.imageName ?? "") },
            .init("about", .left) { .init(texts.shortDescription(of: $0) ?? "") }
        )
    }
}

struct ExpoEntryCommand: GatewayCommand {
    static let configuration = CommandConfiguration(
        commandName: "entry",
        abstract: "Show an exhibit."
    )

    @Argument(
        help:
            "The exhibit: its number, its Korean or English name, or the name of its picture, such as 5, 해금 or haegeum.",
        completion: Completions.exhibits
    )
    var entry: String

    @OptionGroup(title: "Global options") var global: GlobalOptions

    func run(in session: Session) async throws -> ExitReason {
        try await session.withCaller(of: .expo) { caller in
            let reply = try await EntryLookup(caller: caller).find(entry)
            let (method, output) = (ExpoMethod.entriesGet.name, session.output)
            try session.showResult(reply.result, of: method, by: caller, as: { ExpoEntry($0) }) { entry in
                let columns = output.proseColumns
                try output.write(Self.lines(of: entry, in: session.texts, columns: columns, palette: output.palette))
            }
            return .ok
        }
    }

    static func lines(of entry: ExpoEntry, in texts: Texts, columns: Int, palette: Palette) -> [String] {
        let name = texts.name(of: entry).map { WrappedText.lines($0, columns: columns) } ?? []
        let label = WrappedText.lines(texts.label(of: entry), columns: columns)
        let short = texts.shortDescription(of: entry).map { WrappedText.lines($0, columns: columns) } ?? []
        let text = texts.description(of: entry).map { WrappedText.lines($0, columns: columns) } ?? []
        let head = name.map { palette.paint($0, .strong) } + label.map { palette.paint($0, .faint) }
        return Array([head, short, text].filter { !$0.isEmpty }.joined(separator: [""]))
    }
}

struct ExpoImageCommand: GatewayCommand {
    static let configuration = CommandConfiguration(
        commandName: "image",
        abstract: "Download a picture.",
        discussion: """
            Without --output the picture is written to standard output if that is a file or a pipe. On a terminal, or \
            with --json, it is written to a file of its name in the current directory. An existing file is not \
            replaced.
            """
    )

    @Argument(
        help: "The name of the picture, as `expo entries` shows it, or poster.",
        completion: Completions.exhibitPictures
    )
    var name: String

    @OptionGroup var destination: PictureDestination
    @OptionGroup(title: "Global options") var global: GlobalOptions

    func validate() throws {
        try destination.validate(with: global)
    }

    func run(in session: Session) async throws -> ExitReason {
        try destination.check(in: session)
        return try await session.withCaller(of: .expo) { caller in
            let reply = try await caller.read(
                ExpoMethod.imageGet.name,
                with: ExpoImageGetParams(imageName: name).jsonBytes
            )
            let bytes = reply.attachments.first ?? []
            let image = try caller.decode(reply, of: ExpoMethod.imageGet.name) { node in
                ExpoImage(node).flatMap { $0.size == bytes.count ? $0 : nil }
            }
            try destination.put(
                bytes,
                name: name,
                mediaType: image.mediaType,
                document: reply.result,
                in: session
            )
            return .ok
        }
    }
}
