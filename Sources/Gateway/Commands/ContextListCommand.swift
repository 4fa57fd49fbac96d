internal import ArgumentParser
internal import Messages
internal import WireJSON

/// `gateway context list`.
struct ContextListCommand: GatewayCommand {
    static let configuration = CommandConfiguration(commandName: "list", abstract: "Show the suites there are.")

    @OptionGroup(title: "Global options") var global: GlobalOptions

    func run(in session: Session) async throws -> ExitReason {
        let store = session.settings.contexts
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
        var table = Table((texts.current, .left), (texts.name, .left), (texts.services, .left), (texts.keyFile, .left))
        table.add(.init(current == nil ? "*" : ""), .init(ServiceContext.local, .strong), .init(texts.thisMachine), "-")
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
