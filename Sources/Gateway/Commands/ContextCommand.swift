internal import ArgumentParser
internal import Messages
internal import Platform
internal import ServiceContexts
internal import WireJSON

/// `gateway context`: suites of services elsewhere.
struct ContextCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "context",
        abstract: "Manage the addresses and keys of services on other machines.",
        discussion: """
            A context names a suite of services with its addresses and keys. With --context NAME, or after `context \
            use NAME`, every command talks to that suite. --run-dir and $JANGTEO_RUN_DIR select the services of this \
            machine, whatever was chosen with `context use`.
            """,
        subcommands: [
            ContextAddCommand.self,
            ContextListCommand.self,
            ContextUseCommand.self,
            ContextShowCommand.self,
            ContextEditCommand.self,
            ContextRenameCommand.self,
            ContextRemoveCommand.self,
        ]
    )
}

/// `gateway context list`.
struct ContextListCommand: GatewayCommand {
    static let configuration = CommandConfiguration(commandName: "list", abstract: "List the contexts.")

    @OptionGroup(title: "Global options") var global: GlobalOptions

    func run(in session: Session) async throws -> ExitReason {
        let store = session.settings.places.contexts
        let current = try store.current()
        let contexts = try store.names().map { name throws(UsageError) in try store.load(name) }
        if session.settings.isJSON {
            var writer = JSONWriter()
            writer.beginArray()
            for context in contexts { context.write(to: &writer, isCurrent: context.name == current) }
            writer.endArray()
            try session.output.write(bytes: writer.bytes)
            return .ok
        }
        let texts = session.texts
        var table = texts.table(
            dropping: [3],
            ("current", .whole),
            ("name", .whole),
            ("services", .left),
            ("key_file", .left)
        )
        table.add(
            .init(current == nil ? "*" : ""),
            .init(ServiceContext.local, .strong),
            .init(texts["this_machine"]),
            "-"
        )
        for context in contexts {
            table.add(
                .init(context.name == current ? "*" : ""),
                .init(context.name, .strong),
                .init(context.places.keys.map(\.rawValue).sorted().joined(separator: ", ")),
                .init(context.keyFile ?? "-")
            )
        }
        try session.output.write(table)
        return .ok
    }
}

/// `gateway context show`.
struct ContextShowCommand: GatewayCommand {
    static let configuration = CommandConfiguration(
        commandName: "show",
        abstract: "Show the addresses and keys of a context."
    )

    @Argument(help: "The name of the context. Default: the one in use.", completion: Completions.contexts)
    var name: String?

    @OptionGroup(title: "Global options") var global: GlobalOptions

    func run(in session: Session) async throws -> ExitReason {
        let (settings, texts) = (session.settings, session.texts)
        let current = try settings.places.contextName()
        guard let name = name ?? current, name != ServiceContext.local else {
            if settings.isJSON {
                var writer = JSONWriter()
                writer.null()
                try session.output.write(bytes: writer.bytes)
            } else {
                try session.output.write(
                    "\(ServiceContext.local): \(texts["this_machine"]), \(settings.places.runDirectory)"
                )
            }
            return .ok
        }
        let context = try settings.places.contexts.load(name)
        if settings.isJSON {
            var writer = JSONWriter()
            context.write(to: &writer, isCurrent: name == current)
            try session.output.write(bytes: writer.bytes)
            return .ok
        }
        var table = texts.table(dropping: [2], ("service", .whole), ("requests", .whole), ("events", .whole))
        for (service, place) in context.places.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
            table.add(.init(service.rawValue, .strong), .init(place.rpc), .init(place.events ?? "-"))
        }
        try session.output.write(table)
        if let serverKey = context.serverKey { try session.output.write("\(texts["server_key"]): \(serverKey)") }
        if let keyFile = context.keyFile { try session.output.write("\(texts["own_key"]): \(keyFile.printable)") }
        return .ok
    }
}

/// `gateway context use`.
struct ContextUseCommand: GatewayCommand {
    static let configuration = CommandConfiguration(
        commandName: "use",
        abstract: "Choose the context for all further commands."
    )

    @Argument(
        help: "The name of the context; local for the services of this machine.",
        completion: Completions.contexts
    )
    var name: String

    @OptionGroup(title: "Global options") var global: GlobalOptions

    func run(in session: Session) async throws -> ExitReason {
        try session.settings.places.contexts.use(name == ServiceContext.local ? nil : name)
        session.output.note(session.texts("context_used", name: name))
        return .ok
    }
}
