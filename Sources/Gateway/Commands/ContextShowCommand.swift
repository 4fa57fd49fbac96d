internal import ArgumentParser
internal import Messages
internal import WireJSON

/// `gateway context show`.
struct ContextShowCommand: GatewayCommand {
    static let configuration = CommandConfiguration(commandName: "show", abstract: "Show a suite's addresses and keys.")

    @Argument(help: "Its name; default: the one in use.")
    var name: String?

    @OptionGroup(title: "Global options") var global: GlobalOptions

    func run(in session: Session) async throws -> ExitReason {
        let (settings, texts) = (session.settings, session.texts)
        let current = try settings.contextName()
        guard let name = name ?? current, name != ServiceContext.local else {
            if settings.isJSON {
                var writer = JSONWriter()
                writer.null()
                try session.output.write(bytes: writer.bytes)
            } else {
                try session.output.write("\(ServiceContext.local): \(texts.thisMachine), \(settings.runDirectory)")
            }
            return .ok
        }
        let context = try settings.contexts.load(name)
        if settings.isJSON {
            var writer = JSONWriter()
            context.write(to: &writer, isCurrent: name == current)
            try session.output.write(bytes: writer.bytes)
            return .ok
        }
        var table = Table((texts.service, .left), (texts.requests, .left), (texts.events, .left))
        for (service, place) in context.places.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
            table.add(.init(service.rawValue, .strong), .init(place.rpc), .init(place.events ?? "-"))
        }
        try session.output.write(table)
        if let serverKey = context.serverKey { try session.output.write("\(texts.serverKey): \(serverKey)") }
        if let keyFile = context.keyFile { try session.output.write("\(texts.ownKey): \(keyFile.printable)") }
        return .ok
    }
}
