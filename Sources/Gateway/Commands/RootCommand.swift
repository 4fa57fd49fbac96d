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
