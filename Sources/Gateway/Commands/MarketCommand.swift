internal import ArgumentParser
package import Messages
internal import WorkerClient

struct MarketCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "market",
        abstract: "Browse the market, buy and sell.",
        discussion: """
            A vendor is named with --identifier or JANGTEO_VENDOR_IDENTIFIER. The vendor's secret is read from \
            --secret-file or JANGTEO_VENDOR_SECRET, or asked for without showing what is typed. It is never an \
            argument, because other users of the machine can read those.
            """,
        subcommands: [
            MarketListCommand.self,
            MarketShowCommand.self,
            MarketRegisterCommand.self,
            MarketUpdateCommand.self,
            MarketPicturesCommand.self,
            MarketDeleteCommand.self,
            MarketPurchaseCommand.self,
            MarketPurchasesCommand.self,
            MarketImageCommand.self,
            MarketVendorsCommand.self,
        ]
    )
}

struct MarketPurchaseCommand: GatewayCommand {
    static let configuration = CommandConfiguration(
        commandName: "purchase",
        abstract: "Buy a product: the whole quantity, or nothing."
    )

    @Argument(help: "The number of the product, as `market list` shows it.")
    var id: Int

    @Argument(help: "The quantity, 1 to 1000.")
    var quantity = 1

    @OptionGroup var key: KeyOption
    @OptionGroup(title: "Global options") var global: GlobalOptions

    func run(in session: Session) async throws -> ExitReason {
        try await session.withCaller(of: .market) { caller in
            let method = MarketMethod.productsPurchase.name
            let params = MarketProductsPurchaseParams(id: id, quantity: quantity)
            let reply = try await session.write(method, with: params.jsonBytes, key: key.value, by: caller)
            session.noteDeduplicated(reply)
            try session.showMarketResult(reply.result, of: method, by: caller)
            return .ok
        }
    }
}

struct MarketImageCommand: GatewayCommand {
    static let configuration = CommandConfiguration(
        commandName: "image",
        abstract: "Download a picture of a product, or its thumbnail.",
        discussion: """
            Without --output the picture is written to standard output if that is a file or a pipe. On a terminal, or \
            with --json, it is written to a new file in the current directory. An existing file is not replaced.
            """
    )

    @Argument(
        help: "The number or reference of the picture, as `market show` shows it: 17, market:images/17/thumbnail."
    )
    var picture: MarketImageReference

    @Flag(help: "Download the thumbnail instead.")
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
            let reply = try await caller.read(MarketMethod.imagesGet.name, with: params.jsonBytes)
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
