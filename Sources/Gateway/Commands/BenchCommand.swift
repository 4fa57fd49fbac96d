internal import ArgumentParser
internal import LoadGenerator
internal import Messages
internal import Platform
internal import ServiceContexts
internal import WorkerClient
internal import ZeroMQ

struct BenchCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "bench",
        abstract: "Put load on a service, measure it and verify what it did.",
        discussion: """
            Exit code 0: every answer was right, and every acknowledged order exists exactly once; 1: otherwise. A \
            client on the same machine as the service takes computing time from it, and so lowers the result.
            """,
        subcommands: [
            BenchRPCCommand.self,
            BenchOrderCommand.self,
            BenchEventsCommand.self,
            BenchMixedCommand.self,
        ]
    )
}

struct ClientsOption: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The list of clients. Default: $JANGTEO_CLIENTS, else clients in the configuration directory.",
            valueName: "dir"
        ),
        completion: .directory
    )
    var clients: String?
}

struct BenchRPCCommand: GatewayCommand {
    static let configuration = CommandConfiguration(
        commandName: "rpc",
        abstract: "Measure a method, and verify that each write was done exactly once.",
        discussion: """
            A write is called with a key of its own each time, and what it does stays, so the command asks for \
            confirmation first. It is verified by its events, of which every call has to publish the same number.
            """
    )

    private static let formula = "1234.5×2−10÷3"

    @Argument(help: "The method, such as service.ping.", completion: Completions.methods)
    var method = CalcMethod.evaluate.name

    @Argument(help: "Its parameters as a JSON object.")
    var params: String?

    @Option(
        help: ArgumentHelp("The service to call.", valueName: "service"),
        completion: Completions.services
    )
    var to: ServiceName?

    @OptionGroup var confirmation: Confirmation
    @OptionGroup(title: "The load") var options: LoadOptions
    @OptionGroup(title: "Global options") var global: GlobalOptions

    func run(in session: Session) async throws -> ExitReason {
        let service = try CallTarget.service(of: method, named: to)
        let isFormula = method == CalcMethod.evaluate.name
        let given = try CallParams.parse(params.map { Array($0.utf8) })
        let call = LoadCall(
            method: method,
            params: given ?? (isFormula ? CalcEvaluateParams(formula: Self.formula).jsonBytes : nil),
            constantMember: isFormula ? "value" : nil
        )
        return try await session.withCaller(of: service) { caller in
            // What nobody knows counts as a write, which nobody is asked about for a typing error.
            if MethodDefinition.named(method) == nil {
                let known = try await caller.info().methods.keys.sorted()
                guard known.isEmpty || known.contains(method) else {
                    throw UsageError(noMethod: method, of: service, among: known)
                }
            }
            let isWrite = try await session.kind(of: method, by: caller) == .write
            if isWrite {
                let endpoint = caller.address.rpc.printable
                let question = session.texts("ask_to_bench_writes", method: method.printable, endpoint: endpoint)
                guard try await session.agrees(to: question, isAgreed: confirmation.yes) else { return .refused }
            }
            // One that is not there, or says no, is reported as for any other call.
            let first =
                isWrite
                ? try await caller.write(method, with: call.params, key: IdempotencyKey.make())
                : try await caller.read(method, with: call.params)
            let plan = options.plan(
                caller.address,
                order: isWrite ? call : nil,
                read: isWrite ? nil : call,
                timeout: session.settings.timeout
            )
            let tally = try await session.load(plan)
            var report = BenchReport(name: "rpc", plan: plan, tally: tally, texts: session.texts)
            // A service that says no positions publishes no events that could be counted.
            if isWrite, let position = first.meta?.sequence {
                let orders = OrderAudit(tally.orders, eventsPerOrder: nil)
                do {
                    let audit = try await session.fill(orders, by: caller, since: position)
                    report.verdict = audit.isFounded ? audit.verdict : nil
                } catch {
                    // What was measured is not lost with it.
                    try session.show(report)
                    throw error
                }
            }
            try session.show(report)
            return report.isGood ? .ok : .refused
        }
    }
}

struct BenchOrderCommand: GatewayCommand {
    static let configuration = CommandConfiguration(
        commandName: "order",
        abstract: "Measure durable orders, and verify that each was done exactly once.",
        discussion: """
            Places real orders, each with a key of its own. The stock is filled up before and restored afterwards, but \
            the orders stay in the history, so the command asks for confirmation first.
            """
    )

    @OptionGroup var confirmation: Confirmation
    @OptionGroup(title: "The load") var options: LoadOptions
    @OptionGroup(title: "Global options") var global: GlobalOptions

    func run(in session: Session) async throws -> ExitReason {
        try await OrderBench(name: "order", options: options, session: session).run(isAgreed: confirmation.yes)
    }
}

struct BenchMixedCommand: GatewayCommand {
    static let configuration = CommandConfiguration(
        commandName: "mixed",
        abstract: "Measure orders mixed with reads of the stock.",
        discussion: "Places real orders, as bench order does."
    )

    @Option(help: ArgumentHelp("The percentage of requests that are orders, 1 to 99.", valueName: "percent"))
    var orders = 20

    @OptionGroup var confirmation: Confirmation
    @OptionGroup(title: "The load") var options: LoadOptions
    @OptionGroup(title: "Global options") var global: GlobalOptions

    func validate() throws {
        guard (1...99).contains(orders) else { throw UsageError("--orders must be 1 to 99") }
    }

    func run(in session: Session) async throws -> ExitReason {
        try await OrderBench(name: "mixed", options: options, percentOfOrders: orders, session: session)
            .run(isAgreed: confirmation.yes)
    }
}

struct BenchEventsCommand: GatewayCommand {
    static let configuration = CommandConfiguration(
        commandName: "events",
        abstract: "Measure how fast orders reach subscribers, and verify that none misses any.",
        discussion: """
            Places real orders, as bench order does, while subscribers listen. The latency of an event is the time \
            from when its order was due until a subscriber received it. It includes the commit, so it is never less \
            than the time from commit to subscriber.
            """
    )

    @Option(help: ArgumentHelp("The number of subscribers, 1 to 200.", valueName: "n"))
    var subscribers = 1

    @Option(
        name: .customLong("listen"),
        help: ArgumentHelp(
            "Place no orders, and wait until each subscriber has received this many events; --for is the maximum time.",
            valueName: "n"
        )
    )
    var listened: Int?

    @OptionGroup var confirmation: Confirmation
    @OptionGroup(title: "The load") var options: LoadOptions
    @OptionGroup(title: "Global options") var global: GlobalOptions

    func validate() throws {
        guard (1...200).contains(subscribers) else { throw UsageError("--subscribers must be 1 to 200") }
        if let listened, listened < 1 { throw UsageError("--listen must be 1 or more") }
    }

    func run(in session: Session) async throws -> ExitReason {
        guard let listened else {
            return try await OrderBench(name: "events", options: options, subscribers: subscribers, session: session)
                .run(isAgreed: confirmation.yes)
        }
        let address = try session.settings.places.address(of: .juice)
        let listeners = EventListeners(of: address, count: subscribers, maxEvents: listened)
        let (report, _) = try await ZMQNode.withNode(name: "subscribers") { node in
            try await listeners.listen(on: node, timeout: options.duration.duration) {}
        }
        try session.show([session.texts.benchListened(report)], or: report.document)
        return report.isGood ? .ok : .refused
    }
}
