internal import ArgumentParser
internal import Glibc
internal import Platform
internal import ServiceContexts
internal import WireJSON
internal import ZeroMQ

struct KeysCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "keys",
        abstract: "Create key pairs and manage the clients that services accept.",
        discussion: """
            A key pair has a secret key, which never leaves its file, and a public key, by which others know its \
            owner. Services accept the clients whose public keys are in their list of clients.
            """,
        subcommands: [
            KeysGenerateCommand.self,
            KeysShowCommand.self,
            KeysAllowCommand.self,
            KeysRevokeCommand.self,
            KeysListCommand.self,
        ]
    )
}

struct KeysGenerateCommand: GatewayCommand {
    static let configuration = CommandConfiguration(
        commandName: "generate",
        abstract: "Create a new key pair.",
        discussion:
            "Writes NAME.key_secret, which only you can read, and NAME.key, which you give away. Replaces nothing."
    )

    @Argument(
        help: ArgumentHelp(
            "The path of the files without an extension. Default: gateway in the configuration directory.",
            valueName: "path"
        ),
        completion: .file()
    )
    var path: String?

    @OptionGroup(title: "Global options") var global: GlobalOptions

    func run(in session: Session) async throws -> ExitReason {
        let path = try KeyPlaces.absolute(
            path ?? KeyPlaces.own(session.settings.places.configDirectory, named: "gateway")
        )
        try ConfigFile.makeDirectory(of: path)
        let secret = path + KeyPlaces.secretEnding
        let certificate = path + CertificateDirectory.suffix
        var pair: CurveKeyPair
        do throws(ZMQError) {
            // Commands would take a key that begins like an option for one.
            repeat { pair = try CurveKeyPair.generate() } while pair.publicKey.description.hasPrefix("-")
            try pair.write(to: secret)
            do throws(ZMQError) {
                try CurveCertificate(publicKey: pair.publicKey).write(to: certificate)
            } catch {
                // A secret whose public half is not there would only be in the way.
                unlink(secret)
                throw error
            }
        } catch {
            throw UsageError(error, of: path)
        }
        let notes = [
            session.texts("secret_key_file", secret: secret.printable),
            session.texts("public_key_file", certificate: certificate.printable),
        ]
        try session.show([pair.publicKey.description], noting: notes) {
            $0.member("publickey", pair.publicKey.description)
            $0.member("certificate", certificate)
            $0.member("secret", secret)
        }
        return .ok
    }
}

struct KeysShowCommand: GatewayCommand {
    static let configuration = CommandConfiguration(
        commandName: "show",
        abstract: "Show the public key in a file, never the secret key."
    )

    @Argument(
        help: ArgumentHelp(
            "A certificate file or the file of a key pair. Default: your own key pair.",
            valueName: "file"
        ),
        completion: .file()
    )
    var file: String?

    @OptionGroup(title: "Global options") var global: GlobalOptions

    func run(in session: Session) async throws -> ExitReason {
        let path = try file ?? KeyPlaces.own(session.settings.places.configDirectory)
        let key: CurvePublicKey
        do throws(ZMQError) {
            key =
                try path.hasSuffix(KeyPlaces.secretEnding)
                ? CurveKeyPair(readingFrom: path).publicKey : CurveCertificate(readingFrom: path).publicKey
        } catch {
            throw UsageError(error, of: path)
        }
        try session.show([key.description]) {
            $0.member("publickey", key.description)
            $0.member("file", path)
        }
        return .ok
    }
}
