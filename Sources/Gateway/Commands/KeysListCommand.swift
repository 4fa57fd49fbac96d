internal import ArgumentParser
internal import Messages
internal import WireJSON
internal import ZeroMQ

/// `gateway keys list`.
struct KeysListCommand: GatewayCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "Show whom services let in.",
        discussion: "Exit code 1: a file in the list cannot be used; services do not start with it."
    )

    @OptionGroup var place: ClientsOption
    @OptionGroup(title: "Global options") var global: GlobalOptions

    func run(in session: Session) async throws -> ExitReason {
        let directory = try KeyPlaces.clients(named: place.clients, session.settings)
        let clients = try KeysAllowCommand.entries(of: directory).map(ListedClient.init)
        if session.settings.isJSON {
            var writer = JSONWriter()
            writer.beginArray()
            for client in clients { client.write(to: &writer) }
            writer.endArray()
            try session.output.write(bytes: writer.bytes)
        } else {
            let texts = session.texts
            var table = Table((texts.name, .left), (texts.role, .left), (texts.publicKey, .left))
            for client in clients {
                table.add(
                    .init(client.name, .strong),
                    .init(client.role?.rawValue ?? "-"),
                    .init(client.fault ?? client.key?.description ?? "-", client.fault == nil ? nil : .bad)
                )
            }
            try session.output.write(table)
        }
        return clients.contains { $0.fault != nil } ? .refused : .ok
    }
}
