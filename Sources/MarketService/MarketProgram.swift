import ArgumentParser
import FoundationEssentials
import Messages
import Pictures
import StoredFiles
import WorkerEngine
import WorkerRuntime

/// `market-service`: the open market of vendors, products and purchases.
@main
struct MarketProgram: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: ServiceName.market.program,
        abstract: "Sells vendors' products; answers JSON over ZeroMQ.",
        version: ServiceIdentity.suiteVersion,
        subcommands: [Serve.self],
        defaultSubcommand: Serve.self
    )

    static func main() async {
        DecoderProgram.serve(CommandLine.arguments)
        await main(nil)
    }

    struct Serve: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Serve until SIGTERM, then drain.",
            discussion: "Products are in the store of the state directory, their pictures beside it in market.pictures."
        )

        @OptionGroup var options: ServiceOptions

        @Option(help: "How many events to keep for replay at least.")
        var retainEvents = 10_000_000

        @Option(help: "How many hours to remember idempotency keys at least: 0.001 to 87840.")
        var retainHours = KeyRetention.standard

        @Option(help: "How many MiB of memory decoding pictures may take at the same time.")
        var decodingMemory = DecodingBudget.enough >> 20

        @Option(help: "How many seconds the file of a picture stays that no product names; longer than a backup takes.")
        var retainPictures = FileSweeper.usualRetention

        func validate() throws {
            guard retainPictures >= 1 else { throw ValidationError("--retain-pictures must be at least 1 second") }
            guard (16...1_048_576).contains(decodingMemory) else {
                throw ValidationError("--decoding-memory must be 16 to 1048576 MiB")
            }
            guard retainEvents >= 1 else { throw ValidationError("--retain-events must be at least 1") }
        }

        func run() async throws {
            var journal = JournalSettings()
            journal.retainedEvents = retainEvents
            journal.keyRetention = retainHours.milliseconds
            journal.isShared = true
            let environment = ProcessInfo.processInfo.environment
            let decoding = ConfinedDecoding(decodingBytes: decodingMemory << 20, environment: environment)
            try await ServiceProcess.run(
                .market,
                options: options,
                environment: environment,
                journal: journal
            ) { start in
                try MarketWorker(
                    stateDirectory: start.stateDirectory,
                    decoding: decoding,
                    pictureRetention: retainPictures
                )
            }
        }
    }
}
