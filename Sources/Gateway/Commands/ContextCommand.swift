internal import ArgumentParser
internal import Messages
internal import Platform
internal import ServiceContexts
internal import Terminal
internal import WireJSON

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

struct ContextListCommand: GatewayCommand {
    static let configuration = CommandConfiguration(commandName: "list", abstract: "List the contexts.")

    @OptionGroup(title: "Global options") var global: GlobalOptions

    func run(in session: Session) async throws -> ExitReason {
        let store = session.settings.places.contexts
        // The one that commands go to, which is not always the one that was chosen.
        let current = try session.settings.places.contextName()
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
        // The services of this machine come first, and are no context.
        let table = texts.table(
            of: [nil] + contexts,
            dropping: [3],
            .init("current", .whole) { $0?.name == current ? "*" : "" },
            .init("name", .whole) { .init($0?.name ?? ServiceContext.local, .strong) },
            .init("services", .left) {
                .init($0?.places.keys.map(\.rawValue).sorted().joined(separator: ", ") ?? texts["this_machine"])
            },
            .init("key_file", .left) { .init($0?.keyFile ?? "-") }
        )
        try session.output.write(table)
        if let choice = try store.current() { session.warnOfVariable(outranking: choice) }
        return .ok
    }
}

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
            let place = "\(ServiceContext.local): \(texts["this_machine"]), \(settings.places.runDirectory)"
            try session.show([place], or: Array("null".utf8))
            return .ok
        }
        let context = try settings.places.contexts.load(name)
        if settings.isJSON {
            var writer = JSONWriter()
            context.write(to: &writer, isCurrent: name == current)
            try session.output.write(bytes: writer.bytes)
            return .ok
        }
        let table = texts.table(
            of: context.places.sorted { $0.key.rawValue < $1.key.rawValue },
            dropping: [2],
            .init("service", .whole) { .init($0.key.rawValue, .strong) },
            .init("requests", .whole) { .init($0.value.rpc) },
            .init("events", .whole) { .init($0.value.events ?? "-") }
        )
        try session.output.write(table)
        if let serverKey = context.serverKey { try session.output.write("\(texts["server_key"]): \(serverKey)") }
        if let keyFile = context.keyFile { try session.output.write("\(texts["own_key"]): \(keyFile.printable)") }
        return .ok
    }
}

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
        session.warnOfVariable(outranking: name)
        return .ok
    }
}

extension Session {
    /// Says when a variable of the environment, and not the choice, decides where commands go.
    fileprivate func warnOfVariable(outranking choice: String) {
        guard let variable = settings.places.decidingVariable else { return }
        warn(texts("context_outranked", name: choice, variable: variable))
    }
}
