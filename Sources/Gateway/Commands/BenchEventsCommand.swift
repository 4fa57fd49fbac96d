internal import ArgumentParser
internal import Messages
internal import WorkerClient
internal import ZeroMQ

/// `gateway bench events`.
struct BenchEventsCommand: GatewayCommand {
    static let configuration = CommandConfiguration(
        commandName: "events",
        abstract: "Measure how orders reach subscribers, and verify that each misses nothing.",
        discussion: """
            Places real orders, as bench order does, while subscribers listen. The latency of an event counts from when \
            its order was due until a subscriber had it: the commit is in it, so that what is told is never less than \
            from commit to subscriber.
            """
    )

    @Option(help: ArgumentHelp("How many subscribers, 1 to 200.", valueName: "n"))
    var subscribers = 1

    @Option(
        name: .customLong("listen"),
        help: ArgumentHelp(
            "Order nothing: take what others cause until each subscriber has so many events; --for is the longest wait.",
            valueName: "n"
        )
    )
    var listened: Int?

    @Flag(help: "Do not ask back.")
    var yes = false

    @OptionGroup(title: "The load") var options: LoadOptions
    @OptionGroup(title: "Global options") var global: GlobalOptions

    func validate() throws {
        guard (1...200).contains(subscribers) else { throw ValidationError("--subscribers must be 1 to 200") }
        if let listened, listened < 1 { throw ValidationError("--listen must be 1 or more") }
    }

    func run(in session: Session) async throws -> ExitReason {
        guard let listened else {
            return try await OrderBench(name: "events", options: options, subscribers: subscribers, session: session)
                .run(isAgreed: yes)
        }
        let address = try session.settings.address(of: .juice)
        let listeners = EventListeners(of: address, count: subscribers, most: listened)
        let (report, _) = try await ZMQNode.withNode(name: "subscribers") { node in
            try await listeners.listen(on: node, timeout: options.duration.duration) {}
        }
        if session.settings.isJSON {
            try session.output.write(bytes: report.document)
        } else {
            try session.output.write(session.texts.benchListened(report))
        }
        return report.isGood ? .ok : .refused
    }
}
