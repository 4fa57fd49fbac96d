internal import ArgumentParser
internal import Localization
internal import Platform
internal import ServiceContexts
internal import Terminal

struct GlobalOptions: ParsableArguments {
    /// Under which they stand in every help page.
    static let title = "Global options"

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
        ),
        completion: Completions.contexts
    )
    var context: String?

    @Option(
        name: .customLong("state-dir"),
        help: ArgumentHelp(
            "The directory of the outbox.",
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

    @Flag(help: "Show every message on the wire on standard error, without secrets.")
    var verbose = false

    @Option(
        name: .customLong("lang"),
        help: "The language of the texts. Default: that of the locale."
    )
    var language: Language?

    @Option(help: "When to use colours. With auto, never if NO_COLOR is set.")
    var color = ColorMode.auto

    func validate() throws {
        if context != nil, runDirectory != nil {
            throw UsageError(
                "--context is for services elsewhere and --run-dir for those of this machine: give only one of them"
            )
        }
        if runDirectory?.isEmpty == true { throw UsageError("--run-dir must name a directory") }
        if stateDirectory?.isEmpty == true { throw UsageError("--state-dir must name a directory") }
    }
}

enum ColorMode: String, Sendable, CaseIterable, ExpressibleByArgument {
    case auto
    case always
    case never

    /// Whether text for a stream is coloured.
    ///
    /// `NO_COLOR` (no-color.org) outranks `auto`, not `always`.
    ///
    /// - Parameter isTerminal: Whether the stream is one.
    func isOn(isTerminal: Bool, _ environment: Environment) -> Bool {
        switch self {
        case .always: true
        case .never: false
        case .auto: isTerminal && environment["NO_COLOR"] == nil && environment["TERM"] != "dumb"
        }
    }
}

extension Output {
    /// The output of this process, as an option and the environment want it.
    init(_ color: ColorMode, in environment: Environment) {
        let columns = environment["COLUMNS"].flatMap { Int($0) }.flatMap { $0 > 0 ? $0 : nil }
        self.init(columns: columns) { color.isOn(isTerminal: $0, environment) }
    }
}

extension Language: ExpressibleByArgument {
    /// The language of the locale, in POSIX order: the first of `LC_ALL`, `LC_MESSAGES` and `LANG` that is set decides.
    init(_ environment: Environment) {
        let locale = ["LC_ALL", "LC_MESSAGES", "LANG"].lazy.compactMap { environment[$0] }.first ?? ""
        let code = locale.prefix { $0 != "_" && $0 != "." && $0 != "@" }
        self = code == "ko" ? .korean : .english
    }
}

/// A time to wait, from 1 ms to an hour, as people write it.
///
/// Such as `500ms`, `5s` or `2m`.
struct TimeLimit: ExpressibleByArgument, Sendable, Hashable {
    let duration: Duration

    init(_ duration: Duration) {
        self.duration = duration
    }

    init?(argument: String) {
        guard let number = Self.milliseconds(argument), (1...3_600_000).contains(number) else { return nil }
        duration = .milliseconds(number)
    }

    /// The milliseconds of a time, such as 90000 of `90s`; `nil` where it is none.
    static func milliseconds(_ text: String) -> Int? {
        let digits = text.prefix { ("0"..."9").contains($0) }
        let units = ["ms": 1, "s": 1_000, "m": 60_000, "h": 3_600_000, "d": 86_400_000]
        guard (1...9).contains(digits.utf8.count), let number = Int(digits) else { return nil }
        return units[String(text.dropFirst(digits.count))].map { number * $0 }
    }

    var defaultValueDescription: String { text }

    /// The time as people write it.
    var text: String {
        duration.components.attoseconds == 0
            ? "\(duration.components.seconds)s" : "\(Int(duration / .milliseconds(1)))ms"
    }
}
