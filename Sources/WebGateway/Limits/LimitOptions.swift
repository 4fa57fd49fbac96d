internal import ArgumentParser
internal import NIOCore

/// The options that bound what callers together can take.
struct LimitOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The most connections at a time.",
            discussion: """
                Over it the one that has waited longest without a request is closed, and where there is none the new one \
                gets a 503. Fewer where the limit of open files (ulimit -Hn) leaves less.
                """,
            valueName: "count"
        )
    )
    var connections = 20_000

    @Option(
        name: .customLong("head-timeout"),
        help: ArgumentHelp("How long a new connection's first head may take.", valueName: "seconds")
    )
    var headTimeout = 10

    @Option(
        name: .customLong("body-timeout"),
        help: ArgumentHelp(
            "How long a body may take, plus one second for each 16 KiB received.",
            valueName: "seconds"
        )
    )
    var bodyTimeout = 30

    @Option(
        name: .customLong("idle-timeout"),
        help: ArgumentHelp(
            "How long a connection may stay on which nothing comes or goes, or whose reader takes nothing.",
            valueName: "seconds"
        )
    )
    var idleTimeout = 60

    @Option(
        name: .customLong("body-memory"),
        help: ArgumentHelp(
            "The most bytes of heads and bodies in memory, of all requests together, in MiB.",
            valueName: "MiB"
        )
    )
    var bodyMemory = 64

    @Option(
        name: .customLong("answer-memory"),
        help: ArgumentHelp("The most bytes of answers in memory, of all requests together, in MiB.", valueName: "MiB")
    )
    var answerMemory = 64

    @Option(
        name: .customLong("memory-limit"),
        help: ArgumentHelp("The memory of the program from which on new requests get a 503, in MiB.", valueName: "MiB")
    )
    var memory = 512

    func validate() throws {
        for (name, value) in [("head", headTimeout), ("body", bodyTimeout), ("idle", idleTimeout)] {
            guard (1...3_600).contains(value) else { throw ValidationError("--\(name)-timeout must be 1 to 3600") }
        }
        guard (1...1_000_000).contains(connections) else {
            throw ValidationError("--connections must be 1 to 1000000")
        }
        for (name, value) in [("body-memory", bodyMemory), ("answer-memory", answerMemory), ("memory-limit", memory)] {
            guard (1...65_536).contains(value) else { throw ValidationError("--\(name) must be 1 to 65536") }
        }
    }

    /// How many files are kept for what is no connection of a caller: sockets to services, those that are just being closed.
    ///
    /// One has to stay free: libdispatch, which looks at its threads in `/proc`, ends a program that cannot open a file.
    private static let otherFiles = 256

    /// What the options come to, where this many files may be open.
    func limits(openFiles: Int) -> RequestLimits {
        RequestLimits(
            connections: max(1, min(connections, openFiles - Self.otherFiles)),
            headTime: .seconds(Int64(headTimeout)),
            bodyTime: .seconds(Int64(bodyTimeout)),
            idleTime: .seconds(Int64(idleTimeout)),
            bodyMemory: bodyMemory << 20,
            answerMemory: answerMemory << 20,
            memory: memory << 20
        )
    }
}
