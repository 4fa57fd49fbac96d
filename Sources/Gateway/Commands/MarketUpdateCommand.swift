internal import ArgumentParser
internal import Messages
internal import WireJSON
internal import WorkerClient

/// `gateway market update`.
struct MarketUpdateCommand: GatewayCommand {
    static let configuration = CommandConfiguration(
        commandName: "update",
        abstract: "Change a product of yours: only what is given."
    )

    @Argument(help: "The number of the product.")
    var id: Int

    @OptionGroup(title: "The product") var form: ProductFormOptions

    @Option(help: ArgumentHelp("The number of the picture that is to stand for it.", valueName: "n"))
    var thumbnail: String?

    @OptionGroup(title: "The vendor") var vendor: VendorOptions
    @OptionGroup var key: KeyOption
    @OptionGroup(title: "Global options") var global: GlobalOptions

    func run(in session: Session) async throws -> ExitReason {
        let identifier = try vendor.identifier(in: session)
        let secret = try await vendor.secret(in: session)
        return try await session.withCaller(of: .market) { caller in
            let method = MarketMethod.productsUpdate.name
            let params = params(identifier, secret)
            let reply: CallReply
            do throws(CallFailure) {
                reply = try await session.write(method, params, key: key.value, by: caller)
            } catch {
                return try session.reportForm(error)
            }
            session.noteReplay(reply)
            try session.showMarketResult(reply.result, of: method, by: caller)
            return .ok
        }
    }

    func params(_ identifier: String, _ secret: String) -> [UInt8] {
        var writer = JSONWriter()
        writer.beginObject()
        writer.member("identifier", identifier)
        writer.member("id", id)
        writer.member("secret", secret)
        form.writeMembers(to: &writer)
        if let thumbnail { ProductFormOptions.write("thumbnail_id", thumbnail, to: &writer) }
        writer.endObject()
        return writer.bytes
    }
}
