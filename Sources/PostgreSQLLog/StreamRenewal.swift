package import ReplicatedLog
package import ZeroMQ

/// Gives a stream a new epoch, from which on its workers do without rows that the database has lost.
package enum StreamRenewal {
    /// What became of it.
    package enum Outcome: Sendable, Hashable {
        /// The stream has a new epoch from a row on.
        case renewed(EpochChange, position: Int)
        /// Others changed the stream at the same time, again and again: it is as it was.
        case contended
        /// There is none of that name.
        case missing
    }

    /// The position of the stream.
    private static let state = Statement(
        "renewal-state",
        """
        SELECT s.epoch, coalesce(l.term, 0), (SELECT coalesce(max(position), 0) FROM jangteo.log WHERE stream = s.name)
        FROM jangteo.stream s LEFT JOIN jangteo.lease l ON l.stream = s.name WHERE s.name = $1
        """
    )

    /// One statement, so all of it is done or nothing.
    ///
    /// The term is raised first, which waits for an append in progress and fences its writer. A row that came with that
    /// append is not seen here, and then has the place: the statement does nothing, and is made again.
    private static let statement = Statement(
        "renewal",
        """
        WITH fenced AS (
            INSERT INTO jangteo.lease AS l (stream, term, endpoints, expires) VALUES ($1, $3::int8, '', clock_timestamp())
            ON CONFLICT (stream) DO UPDATE SET term = $3::int8, holder = NULL, endpoints = '', expires = clock_timestamp(), halted = NULL
                WHERE l.term = $3::int8 - 1
            RETURNING 1),
        added AS (
            INSERT INTO jangteo.log (stream, position, term, writer, payload, checksum)
            SELECT $1, $2::int8, $3::int8, $4, $5, $6 FROM fenced ON CONFLICT DO NOTHING RETURNING 1),
        renewed AS (
            UPDATE jangteo.stream SET epoch = $7 WHERE name = $1 AND EXISTS (SELECT FROM added) RETURNING 1)
        SELECT count(*) FROM renewed
        """
    )
    private static let attempts = 5

    /// Renews it once.
    ///
    /// - Parameters:
    ///   - stream: Its name.
    ///   - epoch: Its new epoch: a random UUID in lower case.
    ///   - connection: Where the database is, as its owner; see ``PostgreSQLLog``.
    ///   - node: The thread of the caller.
    ///   - done: Called once on the node's thread.
    /// - Throws: ``LogError`` with `misconfigured` or `invalid`.
    package static func run(
        _ stream: String,
        to epoch: String,
        at connection: String,
        on node: ZMQNode,
        done: @escaping (Result<Outcome, LogError>) -> Void
    ) throws(LogError) {
        // Checked once: later calls have the same connection.
        let identity = try LogIdentity(stream: stream, writer: "gateway")
        try attempt(tries: attempts, on: identity, as: epoch, at: connection, on: node, done: done)
    }

    private static func attempt(
        tries left: Int,
        on identity: LogIdentity,
        as epoch: String,
        at connection: String,
        on node: ZMQNode,
        done: @escaping (Result<Outcome, LogError>) -> Void
    ) throws(LogError) {
        try DatabaseSession.callOnce(at: connection, state, with: [.text(identity.stream)], on: node) { found in
            do throws(LogError) {
                let rows = try found.get()
                guard rows.count > 0 else { return done(.success(.missing)) }
                guard rows.integer(column: 1) < ResultRows.most, rows.integer(column: 2) < ResultRows.most else {
                    throw LogError(
                        .damaged,
                        "The term or the position of '\(identity.stream)' is beyond what there can be"
                    )
                }
                let change = EpochChange(from: rows.text(column: 0), to: epoch)
                let position = rows.integer(column: 2) + 1
                let row = LogRow(change.payload, at: position, term: rows.integer(column: 1) + 1, by: identity)
                try add(row, epoch: epoch, at: connection, on: node) { added in
                    do throws(LogError) {
                        if try added.get() { return done(.success(.renewed(change, position: position))) }
                        guard left > 1 else { return done(.success(.contended)) }
                        try attempt(tries: left - 1, on: identity, as: epoch, at: connection, on: node, done: done)
                    } catch {
                        done(.failure(error))
                    }
                }
            } catch {
                done(.failure(error))
            }
        }
    }

    private static func add(
        _ row: LogRow,
        epoch: String,
        at connection: String,
        on node: ZMQNode,
        done: @escaping (Result<Bool, LogError>) -> Void
    ) throws(LogError) {
        try DatabaseSession.callOnce(at: connection, statement, with: Parameters(of: row, .text(epoch)), on: node) {
            done($0.map { $0.integer(column: 0) > 0 })
        }
    }
}
