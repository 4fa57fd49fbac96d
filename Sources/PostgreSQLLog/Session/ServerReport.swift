package import ReplicatedLog
package import ZeroMQ

/// What a server said of itself when it was connected to.
package struct ServerReport: Sendable, Hashable {
    /// `server_version_num`: 150018 is 15.18.
    package let version: Int
    /// Whether it is a standby that follows another server.
    package let isInRecovery: Bool
    /// `synchronous_commit`, as it holds for this connection.
    package let synchronousCommit: String
    /// Whether it has the disk write before it confirms.
    package let fsync: Bool
    /// `synchronous_standby_names`: whom a commit waits for.
    package let synchronousStandbyNames: String
    /// How many standbys are connected now that could be promoted: no backups, archives of its log, or logical receivers.
    package let receivers: Int
    /// How many of them a commit may count as having it; `nil` where this role may not see that (`pg_read_all_stats`).
    package let standbysInSync: Int?

    /// What survives when a commit was confirmed.
    package enum Durability: Sendable, Hashable {
        /// It survives the loss of any one machine: a standby has it too. While too few are in sync, commits wait.
        case severalMachines(standbysInSync: Int?)
        /// It survives a crash of the server, not the loss of its machine. With receivers, those may take over without it.
        case oneMachine(asynchronousReceivers: Int)
        /// It may be lost by a crash; for this reason. Such a server is refused.
        case notDurable(reason: String)
    }

    /// The verdict.
    package var durability: Durability {
        guard fsync else { return .notDurable(reason: "fsync is off") }
        switch synchronousCommit {
        case "off": return .notDurable(reason: "synchronous_commit is off")
        case "local": return .oneMachine(asynchronousReceivers: receivers)
        default:
            return synchronousStandbyNames.isEmpty
                ? .oneMachine(asynchronousReceivers: receivers) : .severalMachines(standbysInSync: standbysInSync)
        }
    }
}

extension ServerReport {
    static let oldestVersion = 120_000

    /// How many ``columns`` there are.
    static let columnCount = 7
    /// What a server says of itself at this moment.
    ///
    /// A subquery each, so that they can be returned by what changes a row.
    ///
    /// Who receives the log and never replays it can't be promoted. Without pg_monitor a role sees of others only the names of their
    /// programs and their slots, so those of PostgreSQL's own receivers are known by name.
    static let columns = """
        current_setting('server_version_num')::int8, pg_is_in_recovery(), current_setting('synchronous_commit'),
        current_setting('fsync') = 'on', current_setting('synchronous_standby_names'),
        (SELECT count(*) FROM pg_stat_replication r
            WHERE coalesce(r.state, '') <> 'backup' AND (r.write_lsn IS NULL OR r.replay_lsn IS NOT NULL)
                AND r.application_name NOT IN ('pg_basebackup', 'pg_receivewal') AND NOT EXISTS (
                    SELECT FROM pg_replication_slots s WHERE s.active_pid = r.pid AND s.slot_type = 'logical')),
        (SELECT CASE WHEN count(*) = count(sync_state) THEN count(*) FILTER (WHERE sync_state IN ('sync', 'quorum')) END
            FROM pg_stat_replication)
        """

    /// Pins the session, and then asks: what a subquery with OFFSET gives is there before the columns that are made of it.
    private static let statement = Statement(
        "report",
        "SELECT \(columns), level FROM (\(DurabilityPin.session(atLeast: "$1")) OFFSET 0) pin"
    )

    /// Reads ``columns``, from a column on.
    init(_ rows: ResultRows, row: Int = 0, from column: Int = 0) {
        self.init(
            version: rows.integer(column: column, row: row),
            isInRecovery: rows.flag(column: column + 1, row: row),
            synchronousCommit: rows.text(column: column + 2, row: row),
            fsync: rows.flag(column: column + 3, row: row),
            synchronousStandbyNames: rows.text(column: column + 4, row: row),
            receivers: rows.integer(column: column + 5, row: row),
            standbysInSync: rows.isNull(column: column + 6, row: row) ? nil : rows.integer(column: column + 6, row: row)
        )
    }

    /// Refuses a server that would not do: when it is connected to, and with every renewal of the lease.
    ///
    /// - Throws: ``LogError`` with `unsupported`, `readOnly` or `notDurable`.
    func require(_ pin: DurabilityPin) throws(LogError) {
        guard version >= Self.oldestVersion else {
            throw LogError(.unsupported, "The database is version \(version / 10_000)")
        }
        guard !isInRecovery else { throw LogError(.readOnly, "The database is a standby") }
        switch durability {
        case .notDurable(let reason):
            throw LogError(.notDurable, "The database may lose what it has confirmed: \(reason)")
        case .oneMachine(let receivers) where receivers > 0 && pin != .acceptingAsynchronous:
            throw LogError(
                .notDurable,
                "The database may lose what it has confirmed: it has standbys and waits for none of them"
            )
        case .oneMachine, .severalMachines: break
        }
    }

    /// Pins the durability of a connection's commits, and asks what the server says of itself then.
    static func read(
        over connection: ServerConnection,
        pinning pin: DurabilityPin,
        _ done: @escaping (Result<ServerReport, LogError>) -> Void
    ) {
        connection.run(statement, with: [.text(pin.level)]) { outcome in
            done(Result { () throws(LogError) in ServerReport(try outcome.rows()) })
        }
    }

    /// Asks a server once what it says of itself.
    ///
    /// - Parameters:
    ///   - connection: Where the database is; see ``PostgreSQLLog``.
    ///   - node: The thread of the caller.
    ///   - done: Called once on the node's thread.
    /// - Throws: ``LogError`` with `misconfigured`.
    package static func run(
        _ connection: String,
        on node: ZMQNode,
        done: @escaping (Result<ServerReport, LogError>) -> Void
    ) throws(LogError) {
        try DatabaseSession.callOnce(at: connection, statement, with: [.text(DurabilityPin.strict.level)], on: node) {
            done($0.map { ServerReport($0) })
        }
    }
}

extension StatementOutcome {
    /// The rows, of a statement that changes nothing.
    func rows() throws(LogError) -> ResultRows {
        switch self {
        case .done(let rows, _): return rows
        case .failed(let failure): throw LogError(failure)
        case .lost(let reason): throw LogError(.unreachable, "The connection to the database ended: \(reason)")
        }
    }
}
