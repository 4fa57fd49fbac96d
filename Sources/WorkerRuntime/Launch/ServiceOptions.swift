public import ArgumentParser
internal import Logging

/// The arguments that every service takes.
///
/// Only executables read arguments and the environment; this says what there is to read, once for all of them.
public struct ServiceOptions: ParsableArguments, Sendable {
    /// The directory of sockets and locks.
    @Option(help: "Sockets and locks (else JANGTEO_RUN_DIR, $XDG_RUNTIME_DIR/jangteo, $TMPDIR/jangteo-UID).")
    public var runDir: String?

    /// The directory of durable data.
    @Option(help: "Durable data (else JANGTEO_STATE_DIR, $XDG_STATE_HOME/jangteo, ~/.local/state/jangteo).")
    public var stateDir: String?

    /// Where requests come in.
    @Option(help: "Where requests come in, such as tcp://127.0.0.1:7101; may be repeated; replaces the ipc default.")
    public var bindRpc: [String] = []

    /// Where events go out.
    @Option(help: "Where events go out; may be repeated; replaces the ipc default.")
    public var bindEvents: [String] = []

    /// Whether TCP on loopback may be used without keys.
    @Flag(help: "Allow TCP on a loopback address, where every user of this machine gets in.")
    public var insecureLoopback = false

    /// Limits that differ from the protocol's.
    @Option(name: .customLong("limit"), help: "A limit as NAME=VALUE; may be repeated. Names: \(WorkerLimits.names).")
    public var limits: [String] = []

    /// Whether the stream of events begins a new life.
    @Flag(help: "Begin a new epoch: say it once after the store was restored from a copy.")
    public var newEpoch = false

    /// The least important messages to log.
    @Option(help: "The least to log: trace, debug, info, notice, warning, error, critical.")
    public var logLevel = "info"

    /// Creates options with nothing given.
    public init() {}

    /// Refuses a log level that does not exist; called by the parser.
    public func validate() throws {
        guard Logger.Level(rawValue: logLevel) != nil else {
            let levels = Logger.Level.allCases.map(\.rawValue).joined(separator: ", ")
            throw ValidationError("--log-level must be one of \(levels)")
        }
    }

    /// The least important messages to log.
    var level: Logger.Level { Logger.Level(rawValue: logLevel) ?? .info }
}
