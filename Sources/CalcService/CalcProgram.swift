import ArgumentParser
import FoundationEssentials
import Messages
import WorkerEngine
import WorkerRuntime

/// `calc-service`: evaluates formulas from left to right and presses the keys of a keypad.
@main
struct CalcProgram: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: ServiceName.calc.program,
        abstract: "Calculates from left to right, exactly; answers JSON over ZeroMQ.",
        version: ServiceIdentity.suiteVersion,
        subcommands: [Serve.self],
        defaultSubcommand: Serve.self
    )

    struct Serve: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Serve until SIGTERM, then drain.",
            discussion: "It keeps nothing and publishes nothing: the state directory and --bind-events are not used."
        )

        @OptionGroup var options: ServiceOptions

        func run() async throws {
            try await ServiceProcess.run(
                .calc,
                options: options,
                environment: ProcessInfo.processInfo.environment,
                journal: nil
            ) { _ in CalcWorker() }
        }
    }
}
