package import ReplicatedLog
package import ZeroMQ

/// Removes a stream with its rows, snapshots and lease from a database.
package enum StreamRemoval {
    /// What became of it.
    package enum Outcome: Sendable, Hashable {
        /// It is gone.
        case removed(rows: Int, snapshots: Int)
        /// A worker has its lease: it is as it was.
        case inUse
        /// There is none of that name.
        case missing
    }

    /// One statement, so all of it goes or nothing: while the lease is locked, nobody takes the stream over.
    ///
    /// What it finds in the first part is as it was before: the parts of one statement do not see each other's changes.
    private static let statement = Statement(
        "remove",
        """
        WITH held AS (SELECT holder IS NOT NULL AND expires > clock_timestamp()
                -- No lease is that long: the clock was set back behind it.
                AND expires <= clock_timestamp() + interval '1 minute' AS taken FROM jangteo.lease
                WHERE stream = $1 FOR UPDATE),
            free AS (SELECT WHERE NOT EXISTS (SELECT FROM held WHERE taken)),
            rows AS (DELETE FROM jangteo.log WHERE stream = $1 AND EXISTS (SELECT FROM free) RETURNING 1),
            parts AS (DELETE FROM jangteo.snapshot_part WHERE stream = $1 AND EXISTS (SELECT FROM free)),
            snapshots AS (DELETE FROM jangteo.snapshot WHERE stream = $1 AND EXISTS (SELECT FROM free) RETURNING 1),
            leases AS (DELETE FROM jangteo.lease WHERE stream = $1 AND EXISTS (SELECT FROM free)),
            streams AS (DELETE FROM jangteo.stream WHERE name = $1 AND EXISTS (SELECT FROM free) RETURNING 1)
        SELECT EXISTS (SELECT FROM free), (SELECT count(*) FROM streams), (SELECT count(*) FROM rows),
            (SELECT count(*) FROM snapshots)
        """
    )

    /// Removes it once.
    ///
    /// Files that its rows name stay: other streams may name them too.
    ///
    /// - Parameters:
    ///   - stream: Its name.
    ///   - connection: Where the database is, as its owner; see ``PostgreSQLLog``.
    ///   - node: The thread of the caller.
    ///   - done: Called once on the node's thread.
    /// - Throws: ``LogError`` with `misconfigured`.
    package static func run(
        _ stream: String,
        at connection: String,
        on node: ZMQNode,
        done: @escaping (Result<Outcome, LogError>) -> Void
    ) throws(LogError) {
        try DatabaseSession.callOnce(at: connection, statement, with: [.text(stream)], on: node) { result in
            done(
                result.map { rows in
                    guard rows.flag(column: 0) else { return .inUse }
                    guard rows.integer(column: 1) > 0 else { return .missing }
                    return .removed(rows: rows.integer(column: 2), snapshots: rows.integer(column: 3))
                }
            )
        }
    }
}
