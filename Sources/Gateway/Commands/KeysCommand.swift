internal import ArgumentParser

/// `gateway keys`: who is who over a network.
struct KeysCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "keys",
        abstract: "Make keys, and say whom services let in.",
        discussion: """
            Everybody has a pair: a secret half, which never leaves its file, and a public half, which others know them by. \
            Services let in those whose public keys are in their list of clients.
            """,
        subcommands: [
            KeysGenerateCommand.self,
            KeysShowCommand.self,
            KeysAllowCommand.self,
            KeysRevokeCommand.self,
            KeysListCommand.self,
        ]
    )
}
