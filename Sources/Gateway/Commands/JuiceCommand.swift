internal import ArgumentParser
internal import Messages
internal import Terminal

struct JuiceCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "juice",
        abstract: "Order juice and manage the stock.",
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

struct JuiceMenuCommand: GatewayCommand {
    static let configuration = CommandConfiguration(
        commandName: "menu",
        abstract: "Show the juices and how many of each the current stock allows."
    )

    @OptionGroup(title: "Global options") var global: GlobalOptions

    func run(in session: Session) async throws -> ExitReason {
        try await session.showResult(of: JuiceMethod.menu.name, at: .juice, as: { JuiceMenuResult($0) }) {
            try session.output.write(Self.table(of: $0, in: session.texts))
        }
    }

    static func table(of menu: JuiceMenuResult, in texts: Texts) -> Table {
        let names = MenuNames(menu)
        return texts.table(
            of: menu.juices,
            dropping: [4],
            .init("tag", .right) { "\($0.tag)" },
            .init("juice", .left) { .init($0.name[texts.language]) },
            .init("key", .whole) { .init($0.key) },
            .init("makeable", .right) { .init("\($0.makeable)", $0.makeable == 0 ? .bad : .good) },
            .init("recipe", .left) { .init(names.recipe($0.recipe, in: texts.language)) }
        )
    }
}
