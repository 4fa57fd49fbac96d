package import ReplicatedLog
package import ZeroMQ

/// Makes a stream that begins behind a snapshot, with the epoch of the service that had it before.
package enum StreamImport {
    /// One statement, so there is a whole stream or none.
    ///
    /// No row comes before this one, so a worker without data needs the snapshot.
    private static let statement = Statement(
        "import",
        """
        \(DurabilityPin.transaction(atLeast: "$8")),
            made AS (INSERT INTO jangteo.stream (name, epoch) SELECT $1, $7 FROM pinned
                ON CONFLICT DO NOTHING RETURNING 1),
            leased AS (INSERT INTO jangteo.lease (stream, term, endpoints, expires)
                SELECT $1, $3::int8, '', clock_timestamp() FROM made ON CONFLICT DO NOTHING RETURNING 1),
            added AS (INSERT INTO jangteo.log (stream, position, term, writer, payload, checksum)
                SELECT $1, $2::int8, $3::int8, $4, $5, $6 FROM leased ON CONFLICT DO NOTHING RETURNING 1)
        SELECT count(*) FROM added
        """
    )

    /// The row with which a stream of this epoch begins: it says nothing but that.
    ///
    /// Its place is the second: nothing that begins with an empty store can follow from there.
    package static func firstRow(of epoch: String, by identity: LogIdentity) -> LogRow {
        LogRow(EpochChange(from: epoch, to: epoch).payload, at: 2, term: 1, by: identity)
    }

    /// Makes it once.
    ///
    /// - Parameters:
    ///   - row: See ``firstRow(of:by:)``; a complete snapshot at its place is there already.
    ///   - durability: What the commit waits for at least.
    ///   - connection: Where the database is, as a worker; see ``PostgreSQLLog``.
    ///   - node: The thread of the caller.
    ///   - done: Called once on the node's thread: whether it was made, or there is one of that name.
    /// - Throws: ``LogError`` with `misconfigured`.
    package static func run(
        _ row: LogRow,
        epoch: String,
        pinning durability: DurabilityPin,
        at connection: String,
        on node: ZMQNode,
        done: @escaping (Result<Bool, LogError>) -> Void
    ) throws(LogError) {
        let parameters = Parameters(of: row, .text(epoch), .text(durability.level))
        try DatabaseSession.callOnce(at: connection, statement, with: parameters, on: node) {
            done($0.map { $0.integer(column: 0) > 0 })
        }
    }
}
