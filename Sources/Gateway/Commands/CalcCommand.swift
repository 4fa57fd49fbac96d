internal import ArgumentParser

/// `gateway calc`: the commands of calc-service.
struct CalcCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "calc",
        abstract: "Calculate, from left to right and exactly.",
        subcommands: [
            CalcEvalCommand.self,
            CalcPressCommand.self,
            CalcKeypadCommand.self,
        ]
    )
}
