internal import ArgumentParser

/// `gateway bench`: loads a service and measures it.
struct BenchCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "bench",
        abstract: "Load a service, measure it, and verify what it did.",
        discussion: """
            Exit code 0: every answer was right, and every acknowledged order is there exactly once; 1: not so. \
            The client shares the machine with a service that runs on it, and so lowers what it measures.
            """,
        subcommands: [
            BenchRPCCommand.self,
            BenchOrderCommand.self,
            BenchEventsCommand.self,
            BenchMixedCommand.self,
        ]
    )
}
