internal import ArgumentParser
internal import Platform
internal import Terminal

struct ManualCommand: GatewayCommand {
    static let configuration = CommandConfiguration(
        commandName: "manual",
        abstract: "Write the manual page of this program.",
        discussion:
            "The page has every command and is made from the same definitions as the help. See it with man -l -."
    )

    static var tellsOfOutbox: Bool { false }

    @OptionGroup(title: "Global options") var global: GlobalOptions

    func run(in session: Session) async throws -> ExitReason {
        guard let root = CommandPage.root(RootCommand.self) else { throw UsageError("\(session.texts["no_help"])") }
        try session.output.write(ManualPage(root: root, texts: session.texts).lines)
        return .ok
    }
}
