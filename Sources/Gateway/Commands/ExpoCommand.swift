internal import ArgumentParser

/// `gateway expo`: the commands of expo-service.
struct ExpoCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "expo",
        abstract: "Visit the exposition.",
        subcommands: [
            ExpoPosterCommand.self,
            ExpoEntriesCommand.self,
            ExpoEntryCommand.self,
            ExpoImageCommand.self,
        ]
    )
}
