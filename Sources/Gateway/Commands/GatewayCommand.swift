internal import ArgumentParser
internal import Messages

/// `gateway`: the commands there are.
struct RootCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "gateway",
        abstract: "Sends commands to the services of the market ground, and watches what they publish.",
        discussion: """
            Data goes to standard output, everything else to standard error.

            Exit codes: 0 ok · 1 the service said no · 2 usage · 3 fan-out incomplete · 4 nobody there · \
            5 a write whose outcome is unknown (with the command that finds out) · 6 done, but the result could not be \
            written out (of a write, with its key and the command that shows the result again) · 130 interrupted.
            """,
        version: ServiceIdentity.suiteVersion,
        subcommands: [
            JuiceCommand.self,
            CalcCommand.self,
            ExpoCommand.self,
            MarketCommand.self,
            CallCommand.self,
            FanoutCommand.self,
            BatchCommand.self,
            OutcomeCommand.self,
            WatchCommand.self,
            StatusCommand.self,
            BenchCommand.self,
            DoctorCommand.self,
            ContextCommand.self,
            KeysCommand.self,
            ErrorsCommand.self,
        ]
    )
}

/// A command that does something, as opposed to a group of commands.
protocol GatewayCommand: ParsableCommand, Sendable {
    var global: GlobalOptions { get }

    /// Whether people are told at its end that there are unfinished writes.
    static var tellsOfOutbox: Bool { get }

    /// Does it.
    ///
    /// - Returns: What the exit code is to say; failures are thrown.
    func run(in session: Session) async throws -> ExitReason
}

extension GatewayCommand {
    static var tellsOfOutbox: Bool { true }
}

/// The option that names a write.
struct KeyOption: ParsableArguments {
    @Option(
        name: .customLong("key"),
        help: ArgumentHelp(
            "The write's idempotency key: under one key it is never done twice. Default: a new one.",
            valueName: "key"
        )
    )
    var value: String?

    func validate() throws {
        guard let value else { return }
        guard (1...RequestMeta.longestIdempotencyKey).contains(value.utf8.count) else {
            throw ValidationError("--key must have 1 to \(RequestMeta.longestIdempotencyKey) bytes")
        }
    }
}
