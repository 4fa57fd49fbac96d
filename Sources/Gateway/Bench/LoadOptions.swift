internal import ArgumentParser
internal import LoadGenerator
internal import Platform
internal import WorkerClient

struct LoadOptions: ParsableArguments {
    /// A service takes no more of one client.
    private static let maxWindow = 1_024
    private static let usualWindow = 256

    @Option(
        help: ArgumentHelp(
            "Requests due per second, whether or not the service keeps up. Default: each answer is followed by the next request.",
            discussion: "Latency is then measured from when a request was due.",
            valueName: "n"
        )
    )
    var rate: Double?

    @Option(
        help: ArgumentHelp(
            "How many requests of each client may be in flight. Default: 256, with --rate 1024.",
            valueName: "n"
        )
    )
    var window: Int?

    @Option(help: ArgumentHelp("The number of clients, each with its own connection.", valueName: "n"))
    var clients = 1

    @Option(
        name: .customLong("for"),
        help: ArgumentHelp("How long to measure, such as 500ms or 10s.", valueName: "time")
    )
    var duration = TimeLimit(.seconds(10))

    @Option(help: ArgumentHelp("How long to put load on the service before that.", valueName: "time"))
    var warmUp = TimeLimit(.seconds(1))

    func validate() throws {
        if let rate, !(1...10_000_000).contains(rate) { throw UsageError("--rate must be 1 to 10000000") }
        if let window, !(1...Self.maxWindow).contains(window) {
            throw UsageError("--window must be 1 to \(Self.maxWindow)")
        }
        guard (1...256).contains(clients) else { throw UsageError("--clients must be 1 to 256") }
    }

    /// What to send, at the pace that was asked for.
    func plan(
        _ address: ServiceAddress,
        order: LoadCall? = nil,
        read: LoadCall? = nil,
        percentOfOrders: Int = 100,
        timeout: Duration
    ) -> LoadPlan {
        let pace = LoadPace(rate: rate, window: window ?? (rate == nil ? Self.usualWindow : Self.maxWindow))
        var plan = LoadPlan(address: address, pace: pace, timeout: timeout)
        (plan.order, plan.read, plan.mix) = (order, read, LoadMix(percentOfOrders: percentOfOrders))
        (plan.clients, plan.warmUp, plan.duration) = (clients, warmUp.duration, duration.duration)
        return plan
    }
}
