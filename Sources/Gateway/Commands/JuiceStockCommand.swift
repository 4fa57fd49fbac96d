internal import ArgumentParser
internal import Messages
internal import WorkerClient

/// `gateway juice stock`.
struct JuiceStockCommand: GatewayCommand {
    static let configuration = CommandConfiguration(
        commandName: "stock",
        abstract: "Show how many of each fruit there are."
    )

    @OptionGroup(title: "Global options") var global: GlobalOptions

    func run(in session: Session) async throws -> ExitReason {
        try await JuiceCounter.open(session) { counter in
            let reply = try await counter.read(JuiceMethod.stockList.name)
            if session.settings.isJSON {
                try session.output.write(bytes: reply.result)
                return .ok
            }
            let stock = try counter.caller.decode(reply, of: JuiceMethod.stockList.name) { JuiceStockResult($0) }
            let table = Self.table(stock, counter.names, session.texts)
            try session.output.write(
                table.lines(session.output.palette) + [session.texts.stockVersion(stock.version)]
            )
            return .ok
        }
    }

    static func table(_ stock: JuiceStockResult, _ names: MenuNames, _ texts: Texts) -> Table {
        var table = Table(("", .left), (texts.fruit, .left), (texts.quantity, .right), (texts.version, .right))
        for level in stock.fruits {
            table.add(
                .init(names.emoji(level.fruit)),
                .init(names.fruit(level.fruit, texts.language)),
                .init("\(level.quantity)", level.quantity == 0 ? .bad : .strong),
                .init("\(level.version)")
            )
        }
        return table
    }
}
