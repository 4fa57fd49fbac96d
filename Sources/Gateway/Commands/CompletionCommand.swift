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
            Commands, options, methods, services, topics, errors, contexts, tokens, clients and the keys of writes are \
            completed, and, where the services can be asked, juices, fruits, exhibits and vendors.
            """
    )

    static var tellsOfOutbox: Bool { false }

    @Argument(help: "The shell.")
    var shell: Shell

    @OptionGroup(title: "Global options") var global: GlobalOptions

    func run(in session: Session) async throws -> ExitReason {
        guard let known = CompletionShell(rawValue: shell.rawValue) else { return .usage }
        try session.output.write(CompletedRoot.completionScript(for: known))
        return .ok
    }
}

/// The root as shells complete it: the options of all commands may stand before a command, too.
///
/// The root itself has none: the parser would take the values of a command's own options from its root then.
struct CompletedRoot: AsyncParsableCommand {
    /// The word before everything that a script asks.
    static let question = "---completion"
    static let configuration = RootCommand.configuration

    @OptionGroup(title: "Global options") var global: GlobalOptions
}
