internal import ArgumentParser
internal import Glibc
internal import WireJSON
internal import ZeroMQ

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
