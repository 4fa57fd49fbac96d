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

    @OptionGroup var destination: PictureDestination
    @OptionGroup(title: "Global options") var global: GlobalOptions

    func validate() throws {
        try destination.validate(with: global)
    }

    func run(in session: Session) async throws -> ExitReason {
        try destination.check(in: session)
        return try await session.withCaller(of: .expo) { caller in
            let reply = try await caller.read(ExpoMethod.imageGet.name, ExpoImageGetParams(imageName: name).jsonBytes)
            let bytes = reply.attachments.first ?? []
            let image = try caller.decode(reply, of: ExpoMethod.imageGet.name) { node in
                ExpoImage(node).flatMap { $0.size == bytes.count ? $0 : nil }
            }
            try destination.put(
                bytes,
                name: name,
                mediaType: image.mediaType,
                document: reply.result,
                in: session
            )
            return .ok
        }
    }
}
