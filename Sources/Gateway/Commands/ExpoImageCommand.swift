internal import ArgumentParser
internal import Messages
internal import WorkerClient

/// `gateway expo image`.
struct ExpoImageCommand: GatewayCommand {
    static let configuration = CommandConfiguration(
        commandName: "image",
        abstract: "Get a picture.",
        discussion: """
            Without --output the picture goes to standard output when that is a file or a pipe, and on a terminal, or \
            with --json, to a file of its name in the current directory. A file that is there already is not replaced.
            """
    )

    @Argument(help: "The name of the picture, as `expo entries` shows it, or poster.")
    var name: String

    @Option(
        name: .shortAndLong,
        help: ArgumentHelp("The file to write; - is standard output.", valueName: "file"),
        completion: .file()
    )
    var output: String?

    @Flag(help: "Replace the file if it is there already.")
    var force = false

    @OptionGroup(title: "Global options") var global: GlobalOptions

    func validate() throws {
        if output?.isEmpty == true { throw ValidationError("--output must name a file") }
        if output == "-", global.json { throw ValidationError("--json and --output - exclude each other") }
    }

    func run(in session: Session) async throws -> ExitReason {
        if output == "-", session.output.isTerminal {
            throw UsageError("a picture is not for a terminal; redirect standard output, or name a file with --output")
        }
        return try await session.withCaller(of: .expo) { caller in
            let reply = try await caller.read(ExpoMethod.imageGet, ExpoImageGetParams(imageName: name).jsonBytes)
            let image = try caller.decode(reply, of: ExpoMethod.imageGet) { node in
                ExpoImage(node).flatMap { $0.size == reply.attachments.first?.count ? $0 : nil }
            }
            let bytes = reply.attachments.first ?? []
            guard let path = try path(image, in: session) else {
                try session.output.write(raw: bytes)
                return .ok
            }
            try PictureFile.write(bytes, to: path, isReplacing: force)
            if session.settings.isJSON { try session.output.write(bytes: reply.result) }
            session.output.note(session.texts.written(path, bytes: bytes.count, image.mediaType))
            return .ok
        }
    }

    /// The file to write; `nil` for standard output.
    private func path(_ image: ExpoImage, in session: Session) throws(UsageError) -> String? {
        if let output { return output == "-" ? nil : output }
        guard session.output.isTerminal || session.settings.isJSON else { return nil }
        return try PictureFile.name(of: name, mediaType: image.mediaType)
    }
}
