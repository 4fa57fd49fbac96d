import ArgumentParser
import FoundationEssentials
import Messages
import WorkerEngine
import WorkerRuntime

/// `juice-service`: keeps fruit stock and makes juice.
@main
struct JuiceProgram: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: ServiceName.juice.program,
        abstract: "Keeps fruit stock and makes juice; answers JSON over ZeroMQ.",
        version: ServiceIdentity.suiteVersion,
        subcommands: [Serve.self],
        defaultSubcommand: Serve.self
    )

    struct Serve: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Serve until SIGTERM, then drain.")

        @OptionGroup var options: ServiceOptions

        @Option(help: "A JSON file with the shop's own fruits and juices, instead of the built-in menu.")
        var menu: String?

        @Flag(help: "Have a shared stream go on with this --menu: say it once, to the next worker to be active.")
        var newMenu = false

        @Option(help: "How many events to keep for replay at least.")
        var retainEvents = 10_000_000

        @Option(help: "How many hours to remember idempotency keys at least: 0.001 to 87840.")
        var retainHours = KeyRetention.standard

        func validate() throws {
            guard retainEvents >= 1 else { throw ValidationError("--retain-events must be at least 1") }
        }

        func run() async throws {
            let menuFile = menu
            var journal = JournalSettings()
            journal.retainedEvents = retainEvents
            journal.keyRetention = retainHours.milliseconds
            journal.isShared = true
            journal.replacesRules = newMenu
            try await ServiceProcess.run(
                .juice,
                options: options,
                environment: ProcessInfo.processInfo.environment,
                journal: journal
            ) { _ in JuiceWorker(menu: try MenuFile.menu(at: menuFile)) }
        }
    }
}
