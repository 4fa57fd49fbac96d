import ArgumentParser
import FoundationEssentials
import Messages
import WorkerEngine
import WorkerRuntime

/// `expo-service`: shows an exposition and its exhibits.
@main
struct ExpoProgram: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: ServiceName.expo.program,
        abstract: "Shows an exposition and its exhibits; answers JSON over ZeroMQ.",
        version: ServiceIdentity.suiteVersion,
        subcommands: [Serve.self],
        defaultSubcommand: Serve.self
    )

    struct Serve: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Serve until SIGTERM, then drain.",
            discussion: "SIGHUP reloads the data. When the new data cannot be used, the old data are still served."
        )

        @OptionGroup var options: ServiceOptions

        @Option(
            help: """
                A directory with another exposition: \(DataFile.poster.name), \(DataFile.items.name) and \
                \(PictureFolder.name)/. Else Paris 1900, which is built in.
                """
        )
        var data: String?

        @Option(help: "How many events to keep for replay at least.")
        var retainEvents = 10_000_000

        func validate() throws {
            guard retainEvents >= 1 else { throw ValidationError("--retain-events must be at least 1") }
        }

        func run() async throws {
            let source = data.map(ExpositionSource.directory) ?? .builtIn
            var journal = JournalSettings()
            journal.retainedEvents = retainEvents
            try await ServiceProcess.run(
                .expo,
                options: options,
                environment: ProcessInfo.processInfo.environment,
                journal: journal
            ) { start in try ExpoWorker(source: source, log: start.log) }
        }
    }
}
