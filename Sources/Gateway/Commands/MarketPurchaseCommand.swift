internal import ArgumentParser
internal import Messages
internal import WorkerClient

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
