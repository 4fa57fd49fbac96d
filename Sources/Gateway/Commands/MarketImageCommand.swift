internal import ArgumentParser
internal import Messages
internal import WorkerClient

/// `gateway market image`.
struct MarketImageCommand: GatewayCommand {
    static let configuration = CommandConfiguration(
        commandName: "image",
        abstract: "Get a picture of a product, or its thumbnail.",
        discussion: """
            Without --output the picture goes to standard output when that is a file or a pipe, and on a terminal, or \
            with --json, to a file of its own in the current directory. A file that is there already is not replaced.
            """
    )

    @Argument(help: "The picture's number or reference, as `market show` shows them: 17, market:images/17/thumbnail.")
    var picture: MarketImageReference

    @Flag(help: "Get its thumbnail.")
    var thumbnail = false

    @OptionGroup var destination: PictureDestination
    @OptionGroup(title: "Global options") var global: GlobalOptions

    func validate() throws {
        try destination.validate(with: global)
    }

    func run(in session: Session) async throws -> ExitReason {
        try destination.check(in: session)
        let wanted = MarketImageReference(id: picture.id, isThumbnail: picture.isThumbnail || thumbnail)
        return try await session.withCaller(of: .market) { caller in
            let params = MarketImagesGetParams(reference: wanted)
            let reply = try await caller.read(MarketMethod.imagesGet.name, params.jsonBytes)
            let bytes = reply.attachments.first ?? []
            let image = try caller.decode(reply, of: MarketMethod.imagesGet.name) { node in
                MarketPicture(node).flatMap { $0.size == bytes.count ? $0 : nil }
            }
            try destination.put(
                bytes,
                name: "image-\(wanted.id)\(wanted.isThumbnail ? "-thumbnail" : "")",
                mediaType: image.mediaType,
                document: reply.result,
                in: session
            )
            return .ok
        }
    }
}
