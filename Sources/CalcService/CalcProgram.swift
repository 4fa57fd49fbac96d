import ArgumentParser
import Foundation
import Logging
import Messages
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

        func validate() throws {
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
                    service: .calc
                )
            } catch {
                FileHandle.standardError.write(Data("calc-service refuses to start: \(error)\n".utf8))
                throw ExitCode(ServiceProcess.refusedToStart)
            }
            let code = await ServiceProcess.run(
                .calc,
                surroundings: surroundings,
                logLevel: Logger.Level(rawValue: options.logLevel) ?? .info,
                makeService: { CalcWorker() },
                openJournal: nil
            )
            guard code == 0 else { throw ExitCode(code) }
        }
    }
}
