import ArgumentParser
import Foundation
import Logging
import Messages
import Storage
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

        @Option(help: "How many events to keep for replay at least.")
        var retainEvents = 10_000_000

        @Option(help: "How many hours to remember idempotency keys at least.")
        var retainHours = 7 * 24

        func validate() throws {
            guard retainEvents >= 1, (1...(10 * 366 * 24)).contains(retainHours) else {
                throw ValidationError("--retain-events and --retain-hours must be at least 1")
            }
            guard Logger.Level(rawValue: options.logLevel) != nil else {
                throw ValidationError("--log-level must be one of trace, debug, info, notice, warning, error, critical")
            }
        }

        func run() async throws {
            let surroundings: ServiceSurroundings
            do {
                surroundings = try ServiceSurroundings(
                    options,
                    environment: ProcessInfo.processInfo.environment,
                    service: .juice
                )
            } catch {
                FileHandle.standardError.write(Data("juice-service refuses to start: \(error)\n".utf8))
                throw ExitCode(ServiceProcess.refusedToStart)
            }
            let menuFile = menu
            let retainEvents = retainEvents
            let retainMilliseconds = retainHours * 60 * 60 * 1_000
            let code = await ServiceProcess.run(
                .juice,
                surroundings: surroundings,
                logLevel: Logger.Level(rawValue: options.logLevel) ?? .info,
                makeService: { JuiceWorker(menu: try MenuFile.menu(at: menuFile)) },
                openJournal: { worker in
                    var configuration = SQLiteJournalConfiguration(
                        directory: surroundings.stateDirectory,
                        service: ServiceName.juice.rawValue,
                        initialLevels: worker.initialLevels
                    )
                    configuration.retainedEvents = retainEvents
                    configuration.keyRetention = retainMilliseconds
                    return try SQLiteJournal(opening: configuration)
                }
            )
            guard code == 0 else { throw ExitCode(code) }
        }
    }
}
