internal import ArgumentParser
internal import Messages
internal import Platform

/// `gateway`: the commands there are.
struct RootCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "gateway",
        abstract: "Send commands to the services of Jangteo and watch the events they publish.",
        discussion: """
            Data goes to standard output, everything else to standard error.

            Exit codes: 0 success · 1 refused by a service · 2 usage error · 3 not every service of a fan-out answered \
            · 4 service not reachable · 5 the outcome of a write is unknown (the command that finds out is shown) · 6 \
            done, but the result could not be written (for a write, its key and the command that shows the result \
            again are shown) · 130 interrupted.
            """,
        version: VersionText.lines[0],
        subcommands: [
            JuiceCommand.self,
            CalcCommand.self,
            ExpoCommand.self,
            MarketCommand.self,
            CallCommand.self,
            DescribeCommand.self,
            FanoutCommand.self,
            BatchCommand.self,
            OutcomeCommand.self,
            WatchCommand.self,
            StatusCommand.self,
            TopCommand.self,
            StatsCommand.self,
            BenchCommand.self,
            DoctorCommand.self,
            NewCommand.self,
            PathsCommand.self,
            ContextCommand.self,
            KeysCommand.self,
            TokensCommand.self,
            WebCommand.self,
            ClusterCommand.self,
            ErrorsCommand.self,
            CompletionCommand.self,
            ManualCommand.self,
        ]
    )
}

/// A command that does something, as opposed to a group of commands.
protocol GatewayCommand: AsyncParsableCommand, Sendable {
    var global: GlobalOptions { get }

    /// Whether people are told at its end that there are writes in the outbox.
    static var tellsOfOutbox: Bool { get }

    /// - Returns: What the exit code is to say; failures are thrown.
    func run(in session: Session) async throws -> ExitReason
}

extension GatewayCommand {
    static var tellsOfOutbox: Bool { true }
}

struct KeyOption: ParsableArguments {
    @Option(
        name: .customLong("key"),
        help: ArgumentHelp(
            "The idempotency key of the write, which is never done twice under one key. Default: a new key.",
            valueName: "key"
        )
    )
    var value: String?

    func validate() throws {
        guard let value else { return }
        guard (1...RequestMeta.maxIdempotencyKeyLength).contains(value.utf8.count) else {
            throw UsageError("--key must have 1 to \(RequestMeta.maxIdempotencyKeyLength) bytes")
        }
    }
}
