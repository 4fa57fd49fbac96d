internal import ReplicatedLog

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

    /// What survives when a commit was confirmed.
    package enum Durability: Sendable, Hashable {
        /// It survives the loss of any one machine: a standby has it too.
        case severalMachines
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
            return synchronousStandbyNames.isEmpty ? .oneMachine(asynchronousReceivers: receivers) : .severalMachines
        }
    }
}

extension ServerReport {
    static let oldestVersion = 120_000

    /// Who receives the log and never replays it can't be promoted.
    ///
    /// Without pg_monitor a role sees of others only the names
    /// of their programs and their slots, so those of PostgreSQL's own receivers are known by name.
    static let statement = Statement(
        "report",
        """
        SELECT current_setting('server_version_num')::int8, pg_is_in_recovery(), current_setting('synchronous_commit'),
            current_setting('fsync') = 'on', current_setting('synchronous_standby_names'),
            (SELECT count(*) FROM pg_stat_replication r
                WHERE coalesce(r.state, '') <> 'backup' AND (r.write_lsn IS NULL OR r.replay_lsn IS NOT NULL)
                    AND r.application_name NOT IN ('pg_basebackup', 'pg_receivewal') AND NOT EXISTS (
                        SELECT FROM pg_replication_slots s WHERE s.active_pid = r.pid AND s.slot_type = 'logical'))
        """
    )

    init(_ rows: ResultRows) {
        self.init(
            version: rows.integer(0, 0),
            isInRecovery: rows.flag(0, 1),
            synchronousCommit: rows.text(0, 2),
            fsync: rows.flag(0, 3),
            synchronousStandbyNames: rows.text(0, 4),
            receivers: rows.integer(0, 5)
        )
    }

    /// Refuses a server that would not do.
    ///
    /// - Throws: ``LogError`` with `unsupported`, `readOnly` or `notDurable`.
    func require() throws(LogError) {
        guard version >= Self.oldestVersion else {
            throw LogError(.unsupported, "The database is version \(version / 10_000)")
        }
        guard !isInRecovery else { throw LogError(.readOnly, "The database is a standby") }
        if case .notDurable(let reason) = durability {
            throw LogError(.notDurable, "The database may lose what it has confirmed: \(reason)")
        }
    }

    /// Refuses a server with standbys that it waits for none of.
    ///
    /// What is so may pass: a standby that comes back is connected before Patroni names it. So it is asked again.
    ///
    /// - Throws: ``LogError`` with `notDurable`.
    func requireStandbys(acceptingAsynchronous isAccepted: Bool) throws(LogError) {
        guard !isAccepted, case .oneMachine(let count) = durability, count > 0 else { return }
        throw LogError(
            .notDurable,
            "The database has standbys (\(count)) and waits for none of them, so a failover may lose what it has confirmed"
        )
    }

    /// Asks a server, and refuses it when it would not do.
    static func read(
        over connection: ServerConnection,
        _ done: @escaping (Result<ServerReport, LogError>) -> Void
    ) {
        connection.run(statement, []) { outcome in
            done(
                Result { () throws(LogError) in
                    let report = ServerReport(try outcome.rows())
                    try report.require()
                    return report
                }
            )
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
