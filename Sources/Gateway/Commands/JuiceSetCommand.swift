internal import ArgumentParser
internal import Messages
internal import WorkerClient

/// `gateway juice set`.
struct JuiceSetCommand: GatewayCommand {
    static let configuration = CommandConfiguration(
        commandName: "set",
        abstract: "Set levels of the stock; all of the fruits named, or none."
    )

    @Argument(help: ArgumentHelp("The new level: mango=10 망고=10.", valueName: "fruit=n"))
    var levels: [FruitAmount]

    @Option(
        name: .customLong("expect"),
        help: ArgumentHelp(
            "Refuse unless this is still the version: of the stock (12), or of a fruit (mango=3; may be repeated).",
            valueName: "version"
        )
    )
    var expected: [ExpectedVersion] = []

    @OptionGroup var key: KeyOption
    @OptionGroup(title: "Global options") var global: GlobalOptions

    func run(in session: Session) async throws -> ExitReason {
        try await JuiceCounter.open(session) { counter in
            let search = counter.search
            let params = JuiceStockSetParams(
                levels: try FruitAmount.byKey(levels, search.fruit),
                expectedVersion: try ExpectedVersion.combined(expected, search.fruit)
            )
            let reply = try await counter.write(JuiceMethod.stockSet.name, params.jsonBytes, key: key.value)
            try counter.showLevels(reply.result, of: JuiceMethod.stockSet.name)
            return .ok
        }
    }
}
