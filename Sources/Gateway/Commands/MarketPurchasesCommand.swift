internal import ArgumentParser
internal import Messages
internal import Platform
internal import Terminal

struct MarketPurchasesCommand: GatewayCommand {
    static let configuration = CommandConfiguration(
        commandName: "purchases",
        abstract: "List past purchases, newest first.",
        discussion: """
            They are read off the events that the market keeps, each with the name and the price that the product had at \
            that moment.
            """
    )

    @Option(help: ArgumentHelp("Show only purchases of this product.", valueName: "number"))
    var product: Int?

    @Option(help: ArgumentHelp("How many to show.", valueName: "n"))
    var limit = 20

    @OptionGroup(title: "Global options") var global: GlobalOptions

    func validate() throws {
        guard (1...1_000_000).contains(limit) else { throw UsageError("--limit must be 1 to 1000000") }
    }

    func run(in session: Session) async throws -> ExitReason {
        try await session.withCaller(of: .market) { caller in
            var history = PurchaseHistory(of: product, limit: limit)
            let isWhole = try await history.read(by: caller)
            let texts = session.texts
            if session.settings.isJSON {
                try session.output.write(bytes: history.document)
            } else if history.purchases.isEmpty {
                session.output.note(texts["no_purchases"])
            } else {
                try session.output.write(history.table(texts))
            }
            if !isWhole { session.output.note(texts["older_purchases_are_gone"]) }
            return .ok
        }
    }
}
