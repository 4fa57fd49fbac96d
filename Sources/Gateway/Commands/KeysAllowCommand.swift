internal import ArgumentParser
internal import Glibc
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

/// `gateway keys allow`.
struct KeysAllowCommand: GatewayCommand {
    static let configuration = CommandConfiguration(
        commandName: "allow",
        abstract: "Let somebody in.",
        discussion: """
            Roles: read looks and watches; order also orders and buys; operate may do everything. \
            Services that run read the list again on SIGHUP. A key that begins with - goes last, behind --.
            """
    )

    @Argument(help: "What they are called from now on, in logs too.")
    var name: String

    @Argument(
        help: ArgumentHelp("Their public key: 40 characters, or the certificate file they gave you.", valueName: "key")
    )
    var key: String

    @Option(help: "What they may do.")
    var role: PeerRole

    @OptionGroup var place: ClientsOption
    @OptionGroup(title: "Global options") var global: GlobalOptions

    func run(in session: Session) async throws -> ExitReason {
        let directory = try KeyPlaces.clients(named: place.clients, session.settings)
        guard CertificateDirectory.isName(name) else {
            throw UsageError("'\(name.printable)' is no name: 1 to 64 letters, digits, and - _ . @")
        }
        let key = try KeyPlaces.publicKey(key)
        let path = "\(directory)/\(name)\(CertificateDirectory.suffix)"
        try ConfigFile.makeDirectory(of: path)
        let entries = try Self.entries(of: directory)
        if let other = entries.first(where: { (try? $0.certificate.get().publicKey) == key }) {
            // Services refuse a list in which one key has two names.
            throw UsageError("\(other.name) has this key already; revoke that first")
        }
        guard !entries.contains(where: { $0.name == name }) else {
            throw UsageError("there is a \(name) already; revoke it first")
        }
        do throws(ZMQError) {
            try CurveCertificate(publicKey: key, metadata: ["role": role.rawValue]).write(to: path)
        } catch {
            throw UsageError(error.message)
        }
        session.output.note(session.texts.clientAllowed(name, role, directory))
        return .ok
    }

    static func entries(of directory: String) throws(UsageError) -> [CertificateDirectory.Entry] {
        do {
            return try CertificateDirectory.entries(of: directory)
        } catch {
            throw UsageError(error.message)
        }
    }
}

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
