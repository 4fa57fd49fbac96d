internal import ArgumentParser

/// The options that every command has.
struct GlobalOptions: ParsableArguments {
    @Option(
        name: .customLong("run-dir"),
        help: ArgumentHelp(
            "The directory of the services' sockets.",
            discussion: """
                Default: $JANGTEO_RUN_DIR, else $XDG_RUNTIME_DIR/jangteo, else ${TMPDIR:-/tmp}/jangteo-<uid>. \
                $JANGTEO_JUICE_RPC and $JANGTEO_JUICE_EVENTS name other endpoints.
                """,
            valueName: "dir"
        ),
        completion: .directory
    )
    var runDirectory: String?

    @Option(
        help: ArgumentHelp(
            "The suite of services to talk to; local for those of this machine.",
            discussion: "Default: $JANGTEO_CONTEXT, else the one chosen with `context use`.",
            valueName: "name"
        )
    )
    var context: String?

    @Option(
        name: .customLong("state-dir"),
        help: ArgumentHelp(
            "The directory in which unfinished writes are noted.",
            discussion: "Default: $JANGTEO_STATE_DIR, else $XDG_STATE_HOME/jangteo, else ~/.local/state/jangteo.",
            valueName: "dir"
        ),
        completion: .directory
    )
    var stateDirectory: String?

    @Option(help: ArgumentHelp("How long to wait for an answer, such as 500ms, 5s or 2m.", valueName: "time"))
    var timeout = TimeLimit(.seconds(5))

    @Flag(help: "Write JSON for programs.")
    var json = false

    @Option(
        name: .customLong("lang"),
        help: "The language of texts; default: that of the locale."
    )
    var language: Language?

    @Option(help: "When to use colours; with auto, never if NO_COLOR is set.")
    var color = ColorMode.auto

    func validate() throws {
        if context != nil, runDirectory != nil {
            throw ValidationError(
                "--context names services elsewhere, --run-dir those of this machine: say one of them"
            )
        }
        if runDirectory?.isEmpty == true { throw ValidationError("--run-dir must name a directory") }
        if stateDirectory?.isEmpty == true { throw ValidationError("--state-dir must name a directory") }
    }
}
