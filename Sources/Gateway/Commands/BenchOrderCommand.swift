internal import ArgumentParser

/// `gateway bench order`.
struct BenchOrderCommand: GatewayCommand {
    static let configuration = CommandConfiguration(
        commandName: "order",
        abstract: "Measure durable orders, and verify that each was done exactly once.",
        discussion: """
            Places real orders with keys of their own. The fruit is filled up before and put back afterwards, the orders \
            stay in the history; so it asks back first.
            """
    )

    @Flag(help: "Do not ask back.")
    var yes = false

    @OptionGroup(title: "The load") var options: LoadOptions
    @OptionGroup(title: "Global options") var global: GlobalOptions

    func run(in session: Session) async throws -> ExitReason {
        try await OrderBench(name: "order", options: options, session: session).run(isAgreed: yes)
    }
}
