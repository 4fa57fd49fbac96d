internal import ArgumentParser

/// `gateway bench mixed`.
struct BenchMixedCommand: GatewayCommand {
    static let configuration = CommandConfiguration(
        commandName: "mixed",
        abstract: "Measure orders among reads of the stock.",
        discussion: "Places real orders, as bench order does."
    )

    @Option(help: ArgumentHelp("How many of a hundred requests are orders, 1 to 99.", valueName: "percent"))
    var orders = 20

    @Flag(help: "Do not ask back.")
    var yes = false

    @OptionGroup(title: "The load") var options: LoadOptions
    @OptionGroup(title: "Global options") var global: GlobalOptions

    func validate() throws {
        guard (1...99).contains(orders) else { throw ValidationError("--orders must be 1 to 99") }
    }

    func run(in session: Session) async throws -> ExitReason {
        try await OrderBench(name: "mixed", options: options, percentOfOrders: orders, session: session)
            .run(isAgreed: yes)
    }
}
