package import ReplicatedLog
package import ZeroMQ

/// What a database says of one of its streams.
package struct StreamReport: Sendable, Hashable {
    /// Its name.
    package let name: String
    /// The epoch by which all its workers know it.
    package let epoch: String
    /// The lease; `nil` when nobody has ever had it.
    package let lease: Lease?
    /// The oldest and the newest row.
    package let bounds: LogBounds
    /// The row of the newest snapshot; `nil` when there is none.
    package let snapshot: Int?
}

/// Asks a database for its streams.
package enum StreamSurvey {
    private static let statement = Statement(
        "streams",
        """
        SELECT \(Lease.columns), s.name, s.epoch,
            (SELECT coalesce(min(position), 0) FROM jangteo.log WHERE stream = s.name),
            (SELECT coalesce(max(position), 0) FROM jangteo.log WHERE stream = s.name),
            (SELECT max(position) FROM jangteo.snapshot WHERE stream = s.name)
        FROM jangteo.stream s LEFT JOIN jangteo.lease l ON l.stream = s.name ORDER BY s.name
        """
    )

    /// Asks once.
    ///
    /// - Parameters:
    ///   - connection: Where the database is; see ``PostgreSQLLog``.
    ///   - node: The thread of the caller.
    ///   - done: Called once on the node's thread, with the streams by name.
    /// - Throws: ``LogError`` with `misconfigured`.
    package static func run(
        _ connection: String,
        on node: ZMQNode,
        done: @escaping (Result<[StreamReport], LogError>) -> Void
    ) throws(LogError) {
        try DatabaseSession.callOnce(at: connection, statement, with: [], on: node) { result in
            done(result.map { rows in (0..<rows.count).map { StreamReport(rows, row: $0) } })
        }
    }
}

extension StreamReport {
    init(_ rows: ResultRows, row: Int) {
        self.init(
            name: rows.text(column: 5, row: row),
            epoch: rows.text(column: 6, row: row),
            lease: Lease(rows, row),
            bounds: LogBounds(first: rows.integer(column: 7, row: row), last: rows.integer(column: 8, row: row)),
            snapshot: rows.isNull(column: 9, row: row) ? nil : rows.integer(column: 9, row: row)
        )
    }
}
