internal import ArgumentParser
package import Messages
internal import WorkerClient

/// `gateway market`: the commands of market-service.
struct MarketCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "market",
        abstract: "Look around the market, buy, and sell.",
        discussion: """
            Vendors say who they are with --identifier or JANGTEO_VENDOR_IDENTIFIER, and prove it with a secret from \
            --secret-file, from JANGTEO_VENDOR_SECRET, or typed unseen when asked for; never with an argument, which \
            other users of the machine could read.
            """,
        subcommands: [
            MarketListCommand.self,
            MarketShowCommand.self,
            MarketRegisterCommand.self,
            MarketUpdateCommand.self,
            MarketDeleteCommand.self,
            MarketPurchaseCommand.self,
            MarketImageCommand.self,
            MarketVendorsCommand.self,
        ]
    )
}

/// `gateway market purchase`.
struct MarketPurchaseCommand: GatewayCommand {
    static let configuration = CommandConfiguration(
        commandName: "purchase",
        abstract: "Buy some of a product: all that are asked for, or none."
    )

    @Argument(help: "The number of the product, as `market list` shows it.")
    var id: Int

    @Argument(help: "How many, 1 to 1000.")
    var quantity = 1

    @OptionGroup var key: KeyOption
    @OptionGroup(title: "Global options") var global: GlobalOptions

    func run(in session: Session) async throws -> ExitReason {
        try await session.withCaller(of: .market) { caller in
            let method = MarketMethod.productsPurchase.name
            let params = MarketProductsPurchaseParams(id: id, quantity: quantity)
            let reply = try await session.write(method, params.jsonBytes, key: key.value, by: caller)
            session.noteReplay(reply)
            try session.showMarketResult(reply.result, of: method, by: caller)
            return .ok
        }
    }
}

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

extension MarketImageReference: ExpressibleByArgument {
    /// A picture by its number or by a reference to it.
    package init?(argument: String) {
        if let id = Int(argument), id > 0 {
            self.init(id: id)
        } else {
            self.init(argument)
        }
    }
}
