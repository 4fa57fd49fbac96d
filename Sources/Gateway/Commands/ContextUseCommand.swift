internal import ArgumentParser

/// `gateway context use`.
struct ContextUseCommand: GatewayCommand {
    static let configuration = CommandConfiguration(
        commandName: "use",
        abstract: "Talk to a suite from now on."
    )

    @Argument(help: "Its name; local for the services of this machine.")
    var name: String

    @OptionGroup(title: "Global options") var global: GlobalOptions

    func run(in session: Session) async throws -> ExitReason {
        try session.settings.contexts.use(name == ServiceContext.local ? nil : name)
        session.output.note(session.texts.contextUsed(name))
        return .ok
    }
}
