internal import ArgumentParser

/// `gateway context`: suites of services elsewhere.
struct ContextCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "context",
        abstract: "Name suites of services elsewhere, with their addresses and keys.",
        discussion: """
            With --context NAME, or after `context use NAME`, every command talks to that suite. The one chosen with \
            `context use` counts where neither --run-dir nor $JANGTEO_RUN_DIR says that the services of this machine are meant.
            """,
        subcommands: [
            ContextAddCommand.self,
            ContextListCommand.self,
            ContextUseCommand.self,
            ContextShowCommand.self,
        ]
    )
}
