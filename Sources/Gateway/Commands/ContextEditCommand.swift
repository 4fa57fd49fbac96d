internal import ArgumentParser
internal import Platform
internal import ServiceContexts
internal import Terminal

struct ContextEditCommand: GatewayCommand {
    static let configuration = CommandConfiguration(
        commandName: "edit",
        abstract: "Change a context in your editor.",
        discussion: """
            Opens the context as JSON in $VISUAL, else $EDITOR, else vi. What cannot be used is refused, and kept for the \
            next edit.
            """
    )

    @Argument(help: "The name of the context.", completion: Completions.contexts)
    var name: String

    @OptionGroup(title: "Global options") var global: GlobalOptions

    func run(in session: Session) async throws -> ExitReason {
        let (store, environment) = (session.settings.places.contexts, session.settings.environment)
        let draft = try store.draft(of: name)
        let editor = environment["VISUAL"] ?? environment["EDITOR"] ?? "vi"
        let code = try await EditorProcess.run(editor, on: draft)
        guard code == 0 else {
            throw UsageError(
                "\(editor.printable) ended with \(code); the context is unchanged, and your text is in \(draft.printable)"
            )
        }
        try store.accept(draft: draft, of: name)
        session.output.note(session.texts("context_changed", name: name))
        return .ok
    }
}

struct ContextRenameCommand: GatewayCommand {
    static let configuration = CommandConfiguration(
        commandName: "rename",
        abstract: "Give a context another name."
    )

    @Argument(help: "The name of the context.", completion: Completions.contexts)
    var name: String

    @Argument(help: "Its new name.")
    var newName: String

    @OptionGroup(title: "Global options") var global: GlobalOptions

    func run(in session: Session) async throws -> ExitReason {
        try session.settings.places.contexts.rename(name, to: newName)
        session.output.note(session.texts("context_renamed", old: name, new: newName))
        return .ok
    }
}

struct ContextRemoveCommand: GatewayCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove",
        abstract: "Remove a context; its keys stay."
    )

    @Argument(help: "The name of the context.", completion: Completions.contexts)
    var name: String

    @OptionGroup(title: "Global options") var global: GlobalOptions

    func run(in session: Session) async throws -> ExitReason {
        let wasCurrent = try session.settings.places.contexts.remove(name)
        let removed = session.texts("context_removed", name: name)
        let used = wasCurrent ? " \(session.texts("context_used", name: ServiceContext.local))" : ""
        session.output.note(removed + used)
        return .ok
    }
}
