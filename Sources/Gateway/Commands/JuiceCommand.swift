internal import ArgumentParser
internal import Messages
internal import WorkerClient

/// `gateway juice`: the commands of juice-service.
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

/// `gateway juice menu`.
struct JuiceMenuCommand: GatewayCommand {
    static let configuration = CommandConfiguration(
        commandName: "menu",
        abstract: "Show the juices and how many of each the current stock allows."
    )

    @OptionGroup(title: "Global options") var global: GlobalOptions

    func run(in session: Session) async throws -> ExitReason {
        try await session.withCaller(of: .juice) { caller in
            let reply = try await caller.read(JuiceMethod.menu.name)
            if session.settings.isJSON {
                try session.output.write(bytes: reply.result)
                return .ok
            }
            let menu = try caller.decode(reply, of: JuiceMethod.menu.name) { JuiceMenuResult($0) }
            try session.output.write(Self.table(of: menu, in: session.texts))
            return .ok
        }
    }

    static func table(of menu: JuiceMenuResult, in texts: Texts) -> Table {
        let names = MenuNames(menu)
        var table = texts.table(
            dropping: [4],
            ("tag", .right),
            ("juice", .left),
            ("key", .whole),
            ("makeable", .right),
            ("recipe", .left)
        )
        for juice in menu.juices {
            table.add(
                .init("\(juice.tag)"),
                .init(juice.name[texts.language]),
                .init(juice.key),
                .init("\(juice.makeable)", juice.makeable == 0 ? .bad : .good),
                .init(names.recipe(juice.recipe, in: texts.language))
            )
        }
        return table
    }
}
