internal import ArgumentParser
internal import Messages
internal import WorkerClient

struct MarketPicturesCommand: GatewayCommand {
    static let configuration = CommandConfiguration(
        commandName: "pictures",
        abstract: "Replace the pictures of one of your products.",
        discussion: """
            Pictures that are not named with --keep are removed, and those of --image follow the ones that stay: one \
            to five in all. `market show` lists the numbers of the pictures.
            """
    )

    @Argument(help: "The number of the product.")
    var id: Int

    @Option(help: ArgumentHelp("The number of a picture that stays. May be given several times.", valueName: "n"))
    var keep: [Int] = []

    @Option(
        name: .customLong("image"),
        help: ArgumentHelp("The file of a new picture. May be given up to five times.", valueName: "file"),
        completion: .file()
    )
    var images: [String] = []

    @OptionGroup(title: "The vendor") var vendor: VendorOptions
    @OptionGroup var key: KeyOption
    @OptionGroup(title: "Global options") var global: GlobalOptions

    func run(in session: Session) async throws -> ExitReason {
        let upload = PictureUpload(images, counts: 0...PictureUpload.counts.upperBound)
        guard upload.faults.isEmpty else { return try session.refuse(upload) }
        let identifier = try vendor.identifier(in: session)
        let credentials = MarketCredentials(identifier: identifier, secret: try await vendor.secret(in: session))
        return try await session.withCaller(of: .market) { caller in
            let method = MarketMethod.productsPictures.name
            let params = MarketProductsPicturesParams(credentials: credentials, id: id, keep: keep).jsonBytes
            let reply: CallReply
            do throws(CallFailure) {
                reply = try await session.send(upload, to: method, with: params, key: key.value, by: caller)
            } catch {
                return try session.reportForm(error, images: images)
            }
            session.noteDeduplicated(reply)
            try session.showMarketResult(reply.result, of: method, by: caller)
            return .ok
        }
    }
}
