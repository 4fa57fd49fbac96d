internal import ArgumentParser
internal import Glibc
internal import ZeroMQ

/// `gateway keys revoke`.
struct KeysRevokeCommand: GatewayCommand {
    static let configuration = CommandConfiguration(
        commandName: "revoke",
        abstract: "Let somebody in no longer.",
        discussion: """
            Services that run read the list again on SIGHUP: their next request is refused, and their watching ends.
            """
    )

    @Argument(help: "What they are called.")
    var name: String

    @OptionGroup var place: ClientsOption
    @OptionGroup(title: "Global options") var global: GlobalOptions

    func run(in session: Session) async throws -> ExitReason {
        let directory = try KeyPlaces.clients(named: place.clients, session.settings)
        let names = try KeysAllowCommand.entries(of: directory).map(\.name)
        guard names.contains(name) else {
            throw UsageError("nobody in \(directory.printable) is called '\(name.printable)'; see: keys list")
        }
        let path = "\(directory)/\(name)\(CertificateDirectory.suffix)"
        guard unlink(path) == 0 else { throw ConfigFile.failure("cannot remove", path) }
        session.output.note(session.texts.clientRevoked(name, directory))
        return .ok
    }
}
