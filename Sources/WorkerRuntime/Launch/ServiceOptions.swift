public import ArgumentParser
internal import Logging
public import Messages
internal import Platform
package import SQLiteJournal
package import StructuredLog
internal import WorkerEngine

/// The arguments that every service takes.
///
/// Only executables read arguments and the environment; this says what there is to read, once for all of them.
package struct ServiceOptions: ParsableArguments, Sendable {
    /// The directory of sockets and locks.
    @Option(help: "Sockets and locks (else JANGTEO_RUN_DIR, $XDG_RUNTIME_DIR/jangteo, $TMPDIR/jangteo-UID).")
    package var runDir: String?

    /// The directory of durable data.
    @Option(help: "Durable data (else JANGTEO_STATE_DIR, $XDG_STATE_HOME/jangteo, ~/.local/state/jangteo).")
    package var stateDir: String?

    /// Where requests come in.
    @Option(help: "Where requests come in, such as tcp://127.0.0.1:7101; may be repeated; replaces the ipc default.")
    package var bindRpc: [String] = []

    /// Where events go out.
    @Option(help: "Where events go out; may be repeated; replaces the ipc default.")
    package var bindEvents: [String] = []

    /// The service's key pair for TCP.
    @Option(help: "The service's key pair: TCP clients need a key too (else JANGTEO_CURVE_KEY). Goes with --clients.")
    package var curveKey: String?

    /// Who may connect over TCP.
    @Option(
        help: "A directory with a certificate NAME.key for each client (else JANGTEO_CLIENTS); SIGHUP reads it again."
    )
    package var clients: String?

    /// What everybody on this machine may do over TCP.
    @Option(
        help: "Allow TCP on a loopback address without keys, and let every user of this machine be: \(PeerRole.names)."
    )
    package var insecureLoopback: PeerRole?

    /// Limits that differ from the protocol's.
    @Option(name: .customLong("limit"), help: "A limit as NAME=VALUE; may be repeated. Names: \(WorkerLimits.names).")
    package var limits: [String] = []

    /// The memory at which the service ends.
    @Option(help: "MiB of memory at which the service ends with code 75, to be started again: 64 to 1048576.")
    package var memoryLimit = 1_024

    /// How the store writes what it copies of its log.
    @Option(
        help: ArgumentHelp(
            "How the store's log is written into its database: portioned, or plain, as SQLite does by itself.",
            valueName: "how"
        )
    )
    package var checkpointWrites = CheckpointWrites.portioned

    /// Where the log of a stream is that several workers share.
    @Option(
        help: ArgumentHelp(
            "Share the stream with other workers over this log, such as postgresql://jangteo@db1,db2/shop (else JANGTEO_LOG).",
            valueName: "connection"
        )
    )
    package var log: String?

    /// The name of that stream.
    @Option(help: "The name of the stream in the log; workers of one name share it. Default: the name of the service.")
    package var stream: String?

    /// Where clients find this worker, when that is not where it listens.
    @Option(help: "Where clients of a shared stream send requests, if not where --bind-rpc listens; may be repeated.")
    package var advertiseRpc: [String] = []

    /// Where subscribers find this worker, when that is not where it listens.
    @Option(help: "Where clients of a shared stream get events, if not where --bind-events listens; may be repeated.")
    package var advertiseEvents: [String] = []

    /// How often replicas make a snapshot.
    @Option(help: "How many rows of the log of a shared stream come between two snapshots: 10 to 100000000.")
    package var snapshotRows = 50_000

    /// Whether a log will do that a failover may cut.
    @Flag(help: "Use a database whose standbys may lack what was confirmed when one of them takes over.")
    package var acceptAsynchronous = false

    /// Whether the stream of events begins a new life.
    @Flag(help: "Begin a new epoch: say it once after the store was restored from a copy.")
    package var newEpoch = false

    /// Where a copy of the store is to go, instead of serving.
    @Option(
        help: ArgumentHelp("Copy the durable data into DIR/<service>, also while it serves, and end.", valueName: "dir")
    )
    package var backupTo: String?

    /// Where a copy of the store is to come from, instead of serving.
    @Option(
        help: ArgumentHelp("Put a backup in the place of the durable data, which are kept, and end.", valueName: "dir")
    )
    package var restoreFrom: String?

    /// Whether the store is brought into the log, instead of serving.
    @Flag(help: "Bring the durable data into a new stream of --log, with their keys and positions, and end.")
    package var importToLog = false

    /// Whether a restore stops before it changes anything.
    @Flag(help: "Check everything that --restore-from checks, and change nothing.")
    package var checkOnly = false

    /// Whether a restore may set later writes aside.
    @Flag(help: "Restore a backup although the present data have later writes.")
    package var acceptOlder = false

    /// The least important messages to log.
    @Option(help: "The least to log: trace, debug, info, notice, warning, error, critical.")
    package var logLevel = "info"

    /// How the lines of the log are written.
    @Option(help: ArgumentHelp("How the lines of the log are written: logfmt or json.", valueName: "format"))
    package var logFormat = LogFormat.logfmt

    /// Where it is told who has written what.
    @Option(
        help: ArgumentHelp(
            "Append a line for each write to this file: who, what, and what came of it.",
            valueName: "file"
        )
    )
    package var auditLog: String?

    package init() {}

    /// Refuses a log level that does not exist and a memory limit out of its range; called by the parser.
    package func validate() throws {
        guard RawArguments.areText else { throw ValidationError("an argument or a JANGTEO_ variable is not UTF-8") }
        guard (64...1_048_576).contains(memoryLimit) else {
            throw ValidationError("--memory-limit must be 64 to 1048576 MiB")
        }
        guard Logger.Level(rawValue: logLevel) != nil else {
            let levels = Logger.Level.allCases.map(\.rawValue).joined(separator: ", ")
            throw ValidationError("--log-level must be one of \(levels)")
        }
        guard backupTo == nil || restoreFrom == nil else {
            throw ValidationError("--backup-to and --restore-from exclude each other")
        }
        guard backupTo?.isEmpty != true, restoreFrom?.isEmpty != true else {
            throw ValidationError("--backup-to and --restore-from must name a directory")
        }
        guard !importToLog || maintenance == nil else {
            throw ValidationError("--import-to-log goes with neither --backup-to nor --restore-from")
        }
        guard auditLog?.isEmpty != true else { throw ValidationError("--audit-log must name a file") }
        guard !acceptOlder || restoreFrom != nil else {
            throw ValidationError("--accept-older is for --restore-from")
        }
        guard (10...100_000_000).contains(snapshotRows) else {
            throw ValidationError("--snapshot-rows must be 10 to 100000000")
        }
        guard log == nil || !newEpoch else {
            throw ValidationError("--new-epoch is for a store without --log: a shared stream has the epoch of its log")
        }
        guard log == nil || maintenance == nil else {
            throw ValidationError("--log is for serving: the copy of a shared stream is a backup of its database")
        }
        guard !checkOnly || restoreFrom != nil else { throw ValidationError("--check-only is for --restore-from") }
    }

    /// What to do with the durable data instead of serving; `nil` to serve.
    var maintenance: StoreMaintenance? {
        if let backupTo { return .backup(to: backupTo) }
        return restoreFrom.map { root in
            checkOnly
                ? .checkRestore(from: root, acceptsOlder: acceptOlder) : .restore(from: root, acceptsOlder: acceptOlder)
        }
    }

    /// The least important messages to log.
    var level: Logger.Level { Logger.Level(rawValue: logLevel) ?? .info }
}

extension CheckpointWrites: ExpressibleByArgument {}

extension LogFormat: ExpressibleByArgument {}

extension PeerRole: ExpressibleByArgument {}
