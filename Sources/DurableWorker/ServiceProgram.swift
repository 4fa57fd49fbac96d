internal import ArgumentParser
internal import FoundationEssentials
internal import Journal
internal import Messages
internal import WorkerEngine
internal import WorkerRuntime

/// The command of a service.
struct ServiceProgram<Service: DurableService>: AsyncParsableCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: Service.API.name.program,
            abstract: Service.API.summary,
            discussion: "Serves JSON over ZeroMQ until SIGTERM or service.drain, then drains.",
            version: Service.API.version
        )
    }

    @OptionGroup var options: ServiceOptions
    @OptionGroup var service: Service

    @Flag(help: "Print the OpenRPC document of the service, and end.")
    var printContract = false

    @Option(
        help: ArgumentHelp(
            "Name what of the contract breaks callers of a former one, as --print-contract printed it, and end.",
            valueName: "file"
        )
    )
    var checkContract: String?

    @Option(help: "How many events to keep for replay at least.")
    var retainEvents = 10_000_000

    @Option(help: "How many hours to remember idempotency keys at least: 0.001 to 87840.")
    var retainHours = KeyRetention.standard

    func validate() throws {
        guard retainEvents >= 1 else { throw ValidationError("--retain-events must be at least 1") }
    }

    func run() async throws {
        if printContract {
            return print(String(decoding: try RunningService(service).openRPC, as: UTF8.self))
        }
        if let checkContract {
            let former = try String(contentsOfFile: checkContract, encoding: .utf8)
            let breaks = try ContractCheck.breaks(of: service, since: former)
            for sentence in breaks { print(sentence) }
            guard breaks.isEmpty else { throw ExitCode.failure }
            return
        }
        var journal = JournalSettings()
        journal.retainedEvents = retainEvents
        journal.keyRetention = retainHours.milliseconds
        journal.isShared = true
        try await ServiceProcess.run(
            Service.API.name,
            options: options,
            environment: ProcessInfo.processInfo.environment,
            journal: service.keeps ? journal : nil
        ) { [service] start in try RunningService(service, stateDirectory: start.stateDirectory) }
    }
}

extension DurableService {
    /// Whether it has anything to keep: what its writes leave, or what its upgrades have put into its state.
    var keeps: Bool {
        !State.schema(Self.tables).isEmpty || methods.contains { $0.declaration.definition.kind == .write }
    }
}
