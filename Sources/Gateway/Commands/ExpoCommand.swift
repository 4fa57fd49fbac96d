internal import ArgumentParser
internal import Messages
internal import WorkerClient

/// `gateway expo`: the commands of expo-service.
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

/// `gateway expo poster`.
struct ExpoPosterCommand: GatewayCommand {
    static let configuration = CommandConfiguration(
        commandName: "poster",
        abstract: "Show the poster of the exposition."
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
            try output.write(
                Self.lines(of: poster, in: session.texts, columns: output.proseColumns, palette: output.palette)
            )
            return .ok
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

/// `gateway expo entries`.
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

    @Option(help: "The number of rows to show, 1 to 100.")
    var limit = 20

    @Option(help: ArgumentHelp("The cursor that the previous page ended with.", valueName: "cursor"))
    var after: String?

    @OptionGroup(title: "Global options") var global: GlobalOptions

    func run(in session: Session) async throws -> ExitReason {
        try await session.withCaller(of: .expo) { caller in
            let params = ExpoEntriesListParams(search: search, after: after, limit: limit)
            let reply = try await caller.read(ExpoMethod.entriesList.name, with: params.jsonBytes)
            if session.settings.isJSON {
                try session.output.write(bytes: reply.result)
                return .ok
            }
            let page = try caller.decode(reply, of: ExpoMethod.entriesList.name) { ExpoEntryPage($0) }
            if page.entries.isEmpty {
                session.output.note(session.texts["no_entries"])
            } else {
                try session.output.write(Self.table(of: page.entries, in: session.texts))
            }
            if let next = page.next { session.output.note(session.more(setting: "--after", to: next)) }
            return .ok
        }
    }

    static func table(of entries: [ExpoEntry], in texts: Texts) -> Table {
        var table = texts.table(
            dropping: [3],
            ("number", .right),
            ("exhibit", .left),
            ("picture", .whole),
            ("about", .left)
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

/// `gateway expo entry`.
struct ExpoEntryCommand: GatewayCommand {
    static let configuration = CommandConfiguration(
        commandName: "entry",
        abstract: "Show an exhibit."
    )

    @Argument(
        help:
            "The exhibit: its number, its Korean or English name, or the name of its picture, such as 5, 해금 or haegeum."
    )
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
            try output.write(
                Self.lines(of: entry, in: session.texts, columns: output.proseColumns, palette: output.palette)
            )
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

/// `gateway expo image`.
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

    @Argument(help: "The name of the picture, as `expo entries` shows it, or poster.")
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
