package import ReplicatedLog

extension PostgreSQLLog {
    /// One round trip, one transaction, which pins its own durability.
    ///
    /// The lease's row is locked FOR SHARE, and a takeover updates it, so each waits for the other, and the term is looked at
    /// again after the wait. The row before has to be there, which keeps the positions contiguous. The primary key refuses
    /// a second row at a position whatever the lease says.
    static let append = Statement(
        "append",
        """
        \(DurabilityPin.transaction(atLeast: "$7")),
            held AS (SELECT FROM jangteo.lease, pinned WHERE stream = $1 AND term = $3 AND halted IS NULL
                FOR SHARE OF lease)
        INSERT INTO jangteo.log (stream, position, term, writer, payload, checksum)
        SELECT $1, $2::int8, $3, $4, $5, $6 FROM held
        WHERE CASE WHEN $2::int8 = 1 THEN NOT EXISTS (SELECT FROM jangteo.log WHERE stream = $1)
            ELSE EXISTS (SELECT FROM jangteo.log WHERE stream = $1 AND position = $2::int8 - 1) END
        ON CONFLICT DO NOTHING
        """
    )

    /// Why nothing was added: the lease, the row at the position, and the end of the log, at one moment.
    private static let refusal = Statement(
        "refusal",
        """
        SELECT \(Lease.columns), r.position, r.term, r.writer, r.payload, r.checksum,
            (SELECT coalesce(max(position), 0) FROM jangteo.log WHERE stream = $1)
        FROM (SELECT $1::text AS stream) s LEFT JOIN jangteo.lease l USING (stream)
            LEFT JOIN jangteo.log r ON r.stream = s.stream AND r.position = $2
        """
    )

    package func append(_ row: LogRow, done: @escaping (AppendOutcome) -> Void) {
        if let error = LogError(appending: row) { return session.refuse(error) { _ in done(.failed(error)) } }
        session.call(Self.append, with: Parameters(of: row, .text(options.durability.level))) { [weak self] outcome in
            switch outcome {
            case .done(let result, _) where result.affected == 0: self?.explain(row, done: done) ?? done(.closedUnknown)
            // A commit that was asked not to wait for its standby any longer is one only here.
            case .done(_, isUnreplicated: true):
                done(.unknown(reason: "the database warned that it may not be on its standby"))
            case .done: done(.appended)
            case .refused(let error): done(.failed(error))
            case .conflict: done(.conflict)
            case .lost(let error): done(.unknown(reason: error.message))
            }
        }
    }

    private func explain(_ row: LogRow, done: @escaping (AppendOutcome) -> Void) {
        call(Self.refusal, with: [.text(row.stream), .integer(row.position)]) {
            (result: Result<AppendOutcome, LogError>) in
            switch result {
            case .success(let outcome): done(outcome)
            case .failure(let error): done(.failed(error))
            }
        } read: { (rows) throws(LogError) in
            guard let lease = Lease(rows, 0), lease.term >= row.term else {
                throw LogError.lostLease(of: row.stream, term: row.term)
            }
            if lease.term > row.term || lease.halt != nil { return .fenced(by: lease) }
            let column = Lease.columnCount
            if !rows.isNull(column: column) {
                return .taken(by: try LogRow(rows, 0, from: column, stream: row.stream))
            }
            let last = rows.integer(column: column + 5)
            // It was refused for a reason that is gone already.
            if last == row.position - 1 { return .conflict }
            throw LogError.outOfOrder(of: row.stream, position: row.position, last: last)
        }
    }
}

extension AppendOutcome {
    fileprivate static var closedUnknown: AppendOutcome { .failed(LogError(.closed, "The log was closed")) }
}
