internal import ArgumentParser
internal import Messages
internal import WorkerClient

/// `gateway juice restock`.
struct JuiceRestockCommand: GatewayCommand {
    static let configuration = CommandConfiguration(
        commandName: "restock",
        abstract: "Add to the stock, or take from it; all of the fruits named, or none."
    )

    @Argument(help: ArgumentHelp("What to add, or to take: mango=+3 망고=-2.", valueName: "fruit=±n"))
    var changes: [FruitAmount]

    @OptionGroup var key: KeyOption
    @OptionGroup(title: "Global options") var global: GlobalOptions

    func run(in session: Session) async throws -> ExitReason {
        try await JuiceCounter.open(session) { counter in
            let params = JuiceStockAdjustParams(changes: try FruitAmount.byKey(changes, counter.search.fruit))
            let reply = try await counter.write(JuiceMethod.stockAdjust.name, params.jsonBytes, key: key.value)
            try counter.showLevels(reply.result, of: JuiceMethod.stockAdjust.name)
            return .ok
        }
    }
}
