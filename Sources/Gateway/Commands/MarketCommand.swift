internal import ArgumentParser

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
