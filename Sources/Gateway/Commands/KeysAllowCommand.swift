internal import ArgumentParser
internal import Glibc
internal import Messages
internal import Platform
internal import ServiceContexts
internal import Terminal
internal import WireJSON
internal import ZeroMQ

struct KeysListCommand: GatewayCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "List the clients that services accept.",
        discussion: "Exit code 1: a file in the list cannot be used; services do not start with it."
    )

    @OptionGroup var place: ClientsOption
    @OptionGroup(title: "Global options") var global: GlobalOptions

    func run(in session: Session) async throws -> ExitReason {
        let directory = try KeyPlaces.clients(named: place.clients, settings: session.settings)
        // Whoever has allowed nobody yet has no list.
        let isThere = access(directory, F_OK) == 0
        let clients = isThere ? try KeysAllowCommand.entries(of: directory).map(ListedClient.init) : []
        let texts = session.texts
        guard session.settings.isJSON || !clients.isEmpty else {
            session.output.note([texts("nobody_allowed", directory: directory.printable), texts["nobody_allowed_next"]])
            return .ok
        }
        let table = texts.table(
            of: clients,
            dropping: [2],
            .init("name", .whole) { .init($0.name, .strong) },
            .init("role", .whole) { .init($0.role?.rawValue ?? "-") },
            .init("public_key", .whole) {
                .init($0.fault ?? $0.key?.description ?? "-", $0.fault == nil ? nil : .bad)
            }
        )
        var writer = JSONWriter()
        writer.beginArray()
        for client in clients { client.write(to: &writer) }
        writer.endArray()
        try session.show(table, or: writer.bytes)
        return clients.contains { $0.fault != nil } ? .refused : .ok
    }
}

struct KeysAllowCommand: GatewayCommand {
    static let configuration = CommandConfiguration(
        commandName: "allow",
        abstract: "Add a client to the list.",
        discussion: """
            Roles: read may look and watch; order may also order and buy; operate may do everything. Running services \
            read the list again on SIGHUP. Put a key that begins with - last, after --.
            """
    )

    @Argument(help: "The name of the client, also used in logs.")
    var name: String

    @Argument(
        help: ArgumentHelp("The public key of the client: 40 characters, or a certificate file.", valueName: "key")
    )
    var key: String

    @Option(help: "What the client may do.")
    var role: PeerRole

    @OptionGroup var place: ClientsOption
    @OptionGroup(title: "Global options") var global: GlobalOptions

    func run(in session: Session) async throws -> ExitReason {
        let directory = try KeyPlaces.clients(named: place.clients, settings: session.settings)
        guard CertificateDirectory.isName(name) else {
            throw UsageError("'\(name.printable)' is not a valid name: use 1 to 64 letters, digits, and - _ . @")
        }
        let key = try KeyPlaces.publicKey(key)
        let path = "\(directory)/\(name)\(CertificateDirectory.suffix)"
        try ConfigFile.makeDirectory(of: path)
        let entries = try Self.entries(of: directory)
        if let other = entries.first(where: { (try? $0.certificate.get().publicKey) == key }) {
            // Services refuse a list in which one key has two names.
            throw UsageError("\(other.name) already has this key; revoke that first")
        }
        guard !entries.contains(where: { $0.name == name }) else {
            throw UsageError("\(name) already exists; revoke it first")
        }
        do throws(ZMQError) {
            try CurveCertificate(publicKey: key, metadata: ["role": role.rawValue]).write(to: path)
        } catch {
            throw UsageError(error, of: path)
        }
        let (texts, directoryName) = (session.texts, directory.printable)
        let allowed = texts("client_allowed", name: name, role: role.rawValue, directory: directoryName)
        session.output.note([allowed, texts["read_again"]])
        return .ok
    }

    static func entries(of directory: String) throws(UsageError) -> [CertificateDirectory.Entry] {
        do {
            return try CertificateDirectory.entries(of: directory)
        } catch {
            throw UsageError(error, of: directory)
        }
    }
}

struct KeysRevokeCommand: GatewayCommand {
    static let configuration = CommandConfiguration(
        commandName: "revoke",
        abstract: "Remove a client from the list.",
        discussion: """
            Running services read the list again on SIGHUP. The next request of the client is refused then, and its \
            subscriptions end.
            """
    )

    @Argument(help: "The name of the client.", completion: Completions.clients)
    var name: String

    @OptionGroup var place: ClientsOption
    @OptionGroup(title: "Global options") var global: GlobalOptions

    func run(in session: Session) async throws -> ExitReason {
        let directory = try KeyPlaces.clients(named: place.clients, settings: session.settings)
        let names = try KeysAllowCommand.entries(of: directory).map(\.name)
        guard names.contains(name) else {
            throw UsageError("nobody in \(directory.printable) is called '\(name.printable)'; see: keys list")
        }
        let path = "\(directory)/\(name)\(CertificateDirectory.suffix)"
        guard unlink(path) == 0 else { throw ConfigFile.failure(doing: "cannot remove \(path)") }
        let texts = session.texts
        let revoked = texts("client_revoked", name: name, directory: directory.printable)
        session.output.note([revoked, texts["read_again"]])
        return .ok
    }
}
