internal import ArgumentParser
internal import Terminal

struct CompletionCommand: GatewayCommand {
    /// A shell that the argument parser writes scripts for.
    enum Shell: String, CaseIterable, ExpressibleByArgument {
        case bash
        case zsh
        case fish
    }

    static let configuration = CommandConfiguration(
        commandName: "completion",
        abstract: "Write a script that lets a shell complete commands.",
        discussion: """
            Commands, options, methods, services, topics and contexts are completed, and, where the services can be \
            asked, juices, fruits and vendors.
            """
    )

    static var tellsOfOutbox: Bool { false }

    @Argument(help: "The shell.")
    var shell: Shell

    @OptionGroup(title: "Global options") var global: GlobalOptions

    func run(in session: Session) async throws -> ExitReason {
        guard let known = CompletionShell(rawValue: shell.rawValue) else { return .usage }
        try session.output.write(RootCommand.completionScript(for: known))
        return .ok
    }
}
