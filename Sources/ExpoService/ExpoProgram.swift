import ArgumentParser
import Foundation
import Logging
import Messages
import Storage
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
            discussion: "SIGHUP reads the data anew; when they cannot be used, the old ones are still served."
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
                    service: .expo
                )
            } catch {
                FileHandle.standardError.write(Data("expo-service refuses to start: \(error)\n".utf8))
                throw ExitCode(ServiceProcess.refusedToStart)
            }
            let level = Logger.Level(rawValue: options.logLevel) ?? .info
            let source = data.map(ExpositionSource.directory) ?? .builtIn
            let retainEvents = retainEvents
            let code = await ServiceProcess.run(
                .expo,
                surroundings: surroundings,
                logLevel: level,
                makeService: {
                    var log = Logger(label: ServiceName.expo.program) { StreamLogHandler.standardError(label: $0) }
                    log.logLevel = level
                    return try ExpoWorker(source: source, log: log)
                },
                openJournal: { worker in
                    var configuration = SQLiteJournalConfiguration(
                        directory: surroundings.stateDirectory,
                        service: ServiceName.expo.rawValue,
                        initialLevels: worker.initialLevels
                    )
                    configuration.retainedEvents = retainEvents
                    return try SQLiteJournal(opening: configuration)
                }
            )
            guard code == 0 else { throw ExitCode(code) }
        }
    }
}
