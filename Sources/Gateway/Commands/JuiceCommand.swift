internal import ArgumentParser

/// `gateway juice`: the commands of juice-service.
struct JuiceCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "juice",
        abstract: "Order juice, and look after the stock.",
        subcommands: [
            JuiceMenuCommand.self,
            JuiceOrderCommand.self,
            JuiceOrdersCommand.self,
            JuiceStockCommand.self,
            JuiceRestockCommand.self,
            JuiceSetCommand.self,
        ]
    )
}
