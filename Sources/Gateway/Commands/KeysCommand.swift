internal import ArgumentParser
internal import Glibc
internal import WireJSON
internal import ZeroMQ

/// `gateway keys`: who is who over a network.
struct KeysCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "keys",
        abstract: "Make keys, and say whom services let in.",
        discussion: """
            Everybody has a pair: a secret half, which never leaves its file, and a public half, which others know them by. \
            Services let in those whose public keys are in their list of clients.
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

/// `gateway keys generate`.
struct KeysGenerateCommand: GatewayCommand {
    static let configuration = CommandConfiguration(
        commandName: "generate",
        abstract: "Make a new pair of keys.",
        discussion:
            "Writes NAME.key_secret, which only you can read, and NAME.key, which you give away. Replaces nothing."
    )

    @Argument(
        help: ArgumentHelp(
            "The files' path without an ending; default: gateway in the configuration directory.",
            valueName: "path"
        ),
        completion: .file()
    )
    var path: String?

    @OptionGroup(title: "Global options") var global: GlobalOptions

    func run(in session: Session) async throws -> ExitReason {
        let path = try KeyPlaces.absolute(path ?? KeyPlaces.own(session.settings.configDirectory, "gateway"))
        try ConfigFile.makeDirectory(of: path)
        let secret = path + KeyPlaces.secretEnding
        let certificate = path + CertificateDirectory.suffix
        let pair: CurveKeyPair
        do throws(ZMQError) {
            pair = try CurveKeyPair.generate()
            try pair.write(to: secret)
            do throws(ZMQError) {
                try CurveCertificate(publicKey: pair.publicKey).write(to: certificate)
            } catch {
                // A secret whose public half is not there would only be in the way.
                unlink(secret)
                throw error
            }
        } catch {
            throw UsageError(error.message)
        }
        if session.settings.isJSON {
            var writer = JSONWriter()
            writer.beginObject()
            writer.member("publickey", pair.publicKey.description)
            writer.member("certificate", certificate)
            writer.member("secret", secret)
            writer.endObject()
            try session.output.write(bytes: writer.bytes)
        } else {
            try session.output.write(pair.publicKey.description)
            session.output.note(session.texts.keysMade(secret: secret, certificate: certificate))
        }
        return .ok
    }
}

/// `gateway keys show`.
struct KeysShowCommand: GatewayCommand {
    static let configuration = CommandConfiguration(
        commandName: "show",
        abstract: "Show the public key in a file; never the secret one."
    )

    @Argument(
        help: ArgumentHelp("A certificate or a file of a pair; default: your own pair.", valueName: "file"),
        completion: .file()
    )
    var file: String?

    @OptionGroup(title: "Global options") var global: GlobalOptions

    func run(in session: Session) async throws -> ExitReason {
        let path = try file ?? KeyPlaces.own(session.settings.configDirectory)
        let key: CurvePublicKey
        do throws(ZMQError) {
            key =
                try path.hasSuffix(KeyPlaces.secretEnding)
                ? CurveKeyPair(readingFrom: path).publicKey : CurveCertificate(readingFrom: path).publicKey
        } catch {
            throw UsageError(error.message)
        }
        if session.settings.isJSON {
            var writer = JSONWriter()
            writer.beginObject()
            writer.member("publickey", key.description)
            writer.member("file", path)
            writer.endObject()
            try session.output.write(bytes: writer.bytes)
        } else {
            try session.output.write(key.description)
        }
        return .ok
    }
}
