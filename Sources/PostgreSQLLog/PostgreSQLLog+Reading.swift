package import ReplicatedLog

extension PostgreSQLLog {
    /// One statement, so rows and the end are of one moment.
    ///
    /// The beginning is not asked for. While an old snapshot is held, by a dump for instance, rows that were pruned stay in the
    /// index as dead entries, and min(position) visits all of them, ten times a second for each replica. So does max where the planner
    /// takes a bitmap, as it does when few rows are left, so it is looked for behind the position first.
    ///
    /// A row counts towards the limit without being read for it: its
    /// length is next to the place where it is kept.
    private static let read = Statement(
        "read",
        """
        WITH b AS (SELECT coalesce(
            (SELECT max(position) FROM jangteo.log WHERE stream = $1 AND position >= $2),
            (SELECT max(position) FROM jangteo.log WHERE stream = $1), 0) AS last)
        SELECT b.last, r.position, r.term, r.writer, r.payload, r.checksum
        FROM b LEFT JOIN (
            SELECT * FROM (
                SELECT *, sum(octet_length(payload)) OVER (
                    ORDER BY position ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) AS before
                FROM (SELECT * FROM jangteo.log WHERE stream = $1 AND position > $2 ORDER BY position LIMIT $3) n
            ) w WHERE before IS NULL OR before < $4
        ) r ON true ORDER BY r.position
        """
    )

    private static let bounds = Statement(
        "bounds",
        "SELECT coalesce(min(position), 0), coalesce(max(position), 0) FROM jangteo.log WHERE stream = $1"
    )

    /// Deletes from the beginning, so no hole can come of it; only what a complete snapshot covers, and never the last row.
    private static let prune = Statement(
        "prune",
        """
        WITH e AS (SELECT coalesce(min(position), 0) AS first, coalesce(max(position), 0) AS last
                FROM jangteo.log WHERE stream = $1),
            b AS (SELECT first, least($2, last) AS wanted FROM e),
            gone AS (DELETE FROM jangteo.log l USING b WHERE l.stream = $1 AND l.position < least(b.wanted, b.first + $3)
                AND EXISTS (SELECT FROM jangteo.snapshot s WHERE s.stream = $1 AND s.position >= b.wanted - 1)
                RETURNING 1)
        SELECT b.first, b.wanted, (SELECT count(*) FROM gone) FROM b
        """
    )

    package func read(
        after position: Int,
        limit: ReadLimit,
        _ done: @escaping (Result<ReadOutcome, LogError>) -> Void
    ) {
        let stream = identity.stream
        let parameters: Parameters = [
            .text(stream), .integer(position), .integer(limit.rows), .integer(limit.bytes),
        ]
        call(Self.read, with: parameters) { [weak self] (result: Result<(rows: [LogRow], last: Int), LogError>) in
            switch result {
            case .failure(let error): done(.failure(error))
            case .success((let rows, let last)):
                let judge = { (first: Int) in
                    Result { () throws(LogError) in
                        let bounds = LogBounds(first: first, last: last)
                        return try ReadOutcome(of: rows, in: bounds, after: position, stream: stream)
                    }
                }
                let isNextThere = rows.first.map { $0.position - 1 == position } ?? (position >= last)
                guard !isNextThere, let self else { return done(judge(1)) }
                // Pruned, or missing: only then it matters where the log begins, which never moves back.
                readBounds { done($0.flatMap { judge($0.first) }) }
            }
        } read: { (rows) throws(LogError) in
            var found: [LogRow] = []
            for index in 0..<rows.count where !rows.isNull(column: 1, row: index) {
                found.append(try LogRow(rows, index, from: 1, stream: stream))
            }
            return (found, rows.integer(column: 0))
        }
    }

    package func readBounds(_ done: @escaping (Result<LogBounds, LogError>) -> Void) {
        call(Self.bounds, with: [.text(identity.stream)], done: done) { rows in
            LogBounds(first: rows.integer(column: 0), last: rows.integer(column: 1))
        }
    }

    package func prune(before position: Int, _ done: @escaping (Result<PruneOutcome, LogError>) -> Void) {
        let limit = LogBounds.rowsPerPrune
        call(Self.prune, with: [.text(identity.stream), .integer(position), .integer(limit)], done: done) { rows in
            let (first, wanted, count) = (rows.integer(column: 0), rows.integer(column: 1), rows.integer(column: 2))
            guard wanted > first else { return .pruned(rows: 0, isMoreLeft: false) }
            return count == 0 ? .needsSnapshot : .pruned(rows: count, isMoreLeft: first + limit < wanted)
        }
    }
}

extension LogRow {
    /// Reads position, term, writer, payload and checksum, from a column on.
    init(_ rows: ResultRows, _ index: Int, from column: Int, stream: String) throws(LogError) {
        try self.init(
            stream: stream,
            position: rows.integer(column: column, row: index),
            term: rows.integer(column: column + 1, row: index),
            writer: rows.text(column: column + 2, row: index),
            payload: rows.bytes(column: column + 3, row: index),
            checksum: rows.bytes(column: column + 4, row: index)
        )
    }
}
