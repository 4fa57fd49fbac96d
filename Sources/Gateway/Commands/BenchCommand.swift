internal import ArgumentParser
internal import Messages
internal import WorkerClient
internal import ZeroMQ

/// `gateway bench`: loads a service and measures it.
struct BenchCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "bench",
        abstract: "Load a service, measure it, and verify what it did.",
        discussion: """
            Exit code 0: every answer was right, and every acknowledged order is there exactly once; 1: not so. \
            The client shares the machine with a service that runs on it, and so lowers what it measures.
            """,
        subcommands: [
            BenchRPCCommand.self,
            BenchOrderCommand.self,
            BenchEventsCommand.self,
            BenchMixedCommand.self,
        ]
    )
}

/// Where the list of clients is.
struct ClientsOption: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The list of clients; default: $JANGTEO_CLIENTS, else clients in the configuration directory.",
            valueName: "dir"
        ),
        completion: .directory
    )
    var clients: String?
}

/// `gateway bench rpc`.
struct BenchRPCCommand: GatewayCommand {
    static let configuration = CommandConfiguration(
        commandName: "rpc",
        abstract: "Measure a method that changes nothing."
    )

    private static let formula = "1234.5×2−10÷3"

    @Argument(help: "The method, such as service.ping.")
    var method = CalcMethod.evaluate.name

    @Argument(help: "Its params, a JSON object.")
    var params: String?

    @Option(help: ArgumentHelp("The service to call.", valueName: "service"))
    var to: ServiceName?

    @OptionGroup(title: "The load") var options: LoadOptions
    @OptionGroup(title: "Global options") var global: GlobalOptions

    func run(in session: Session) async throws -> ExitReason {
        guard MethodKind(of: method) == .read else {
            throw UsageError("\(method.printable) changes something: for orders there is bench order")
        }
        let service = try CallTarget.service(of: method, named: to)
        let isFormula = method == CalcMethod.evaluate.name
        let given = try CallParams.parse(params.map { Array($0.utf8) })
        let call = LoadCall(
            method: method,
            params: given ?? (isFormula ? CalcEvaluateParams(formula: Self.formula).jsonBytes : nil),
            constantMember: isFormula ? "value" : nil
        )
        return try await session.withCaller(of: service) { caller in
            // Whoever is not there, or says no, is told of in the usual words.
            _ = try await caller.read(call.method, call.params)
            let plan = options.plan(caller.address, read: call, timeout: session.settings.timeout)
            let tally = try await session.load(plan)
            let report = BenchReport(name: "rpc", plan: plan, tally: tally, texts: session.texts)
            try session.show(report)
            return report.isGood ? .ok : .refused
        }
    }
}

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
        let listeners = EventListeners(of: address, count: subscribers, maxEvents: listened)
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
