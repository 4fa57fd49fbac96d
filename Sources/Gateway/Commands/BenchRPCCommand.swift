internal import ArgumentParser
internal import Messages
internal import WorkerClient

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
