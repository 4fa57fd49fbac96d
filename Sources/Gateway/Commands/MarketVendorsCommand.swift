internal import ArgumentParser

/// `gateway market vendors`: the operator's commands.
struct MarketVendorsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "vendors",
        abstract: "Admit vendors; for whoever runs the market.",
        subcommands: [MarketVendorsRegisterCommand.self, MarketVendorsListCommand.self]
    )
}
