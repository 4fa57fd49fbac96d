internal import ArgumentParser
internal import Messages
internal import ZeroMQ

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
