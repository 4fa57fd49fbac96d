internal import ArgumentParser
internal import WireJSON
internal import ZeroMQ

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
