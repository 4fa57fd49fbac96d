internal import Platform
package import ReplicatedLog

/// Times are clock_timestamp(), not now(): a statement that waits for the lease's row goes on in a later moment than it began.
extension PostgreSQLLog {
    private static let read = Statement(
        "lease",
        "SELECT \(Lease.columns), \(SessionLock.isFree(stream: "l.stream", term: "l.term")) FROM jangteo.lease l WHERE stream = $1"
    )

    private static let acquire = Statement(
        "acquire",
        """
        \(DurabilityPin.transaction(atLeast: "$5"))
        INSERT INTO jangteo.lease AS l (stream, term, holder, endpoints, expires)
        SELECT $1, 1, $2, $3, \(Lease.expiry("$4")) FROM pinned
        ON CONFLICT (stream) DO UPDATE SET term = l.term + 1, holder = excluded.holder, endpoints = excluded.endpoints,
            expires = \(Lease.expiry("$4"))
        WHERE l.halted IS NULL AND (l.holder IS NULL OR l.holder = excluded.holder OR l.expires <= clock_timestamp()
            OR l.expires > \(Lease.expiry("$4"))
            OR l.term = $6 AND \(SessionLock.isFree(stream: "l.stream", term: "l.term")))
        RETURNING \(Lease.columns), \(ServerReport.columns)
        """
    )

    private static let renew = Statement(
        "renew",
        update("expires = \(Lease.expiry("$4"))", pinnedBy: "$5") + ", " + ServerReport.columns + """
            , (SELECT checksum FROM jangteo.log r WHERE r.stream = $1 AND r.position = $6::int8),
            EXISTS (SELECT FROM jangteo.log r WHERE r.stream = $1 AND r.position > $6::int8)
            """
    )

    private static let release = Statement(
        "release",
        update("holder = NULL, endpoints = '', expires = clock_timestamp()", pinnedBy: "$4")
    )

    private static let handOver = Statement(
        "handover",
        update("term = term + 1, holder = $5, endpoints = $6, expires = \(Lease.expiry("$4"))", pinnedBy: "$7")
    )

    /// Changes the lease of a term ($2) that a writer ($3) holds.
    private static func update(_ changes: String, pinnedBy parameter: String) -> String {
        """
        \(DurabilityPin.transaction(atLeast: parameter))
        UPDATE jangteo.lease l SET \(changes) FROM pinned
        WHERE stream = $1 AND term = $2 AND holder = $3 AND halted IS NULL
        RETURNING \(Lease.columns)
        """
    }

    package func readLease(_ done: @escaping (Result<Lease?, LogError>) -> Void) {
        call(Self.read, with: [.text(identity.stream)], done: done) { [weak self] rows in
            guard let lease = Lease(rows, 0), let self else { return nil }
            sessionLock.note(lease, as: identity.writer)
            return sessionLock.judge(lease, isLocked: !rows.flag(column: Lease.columnCount), at: .now)
        }
    }

    package func acquireLease(
        endpoints: String,
        for duration: Duration,
        _ done: @escaping (Result<LeaseOutcome, LogError>) -> Void
    ) {
        if let error = LogError(endpoints: endpoints) { return session.refuse(error) { _ in done(.failure(error)) } }
        let parameters: Parameters = [
            .text(identity.stream), .text(identity.writer), .text(endpoints), .integer(Int(duration.microseconds)),
            level,
            .integer(sessionLock.ended),
        ]
        change(Self.acquire, with: parameters, judgesServer: true, done: done)
    }

    package func renewLease(
        term: Int,
        for duration: Duration,
        knowing row: KnownRow,
        _ done: @escaping (Result<LeaseOutcome, LogError>) -> Void
    ) {
        let parameters: Parameters = [
            .text(identity.stream), .integer(term), .text(identity.writer), .integer(Int(duration.microseconds)), level,
            .integer(row.position),
        ]
        change(Self.renew, with: parameters, judgesServer: true, knowing: row, done: done)
    }

    /// Only under the epoch of who asks, and only while nobody else changes the lease: a loss that is being accepted is none any more.
    private static let halt = Statement(
        "halt",
        """
        \(DurabilityPin.transaction(atLeast: "$3")),
            known AS MATERIALIZED (
                SELECT s.epoch, l.term FROM jangteo.stream s LEFT JOIN jangteo.lease l ON l.stream = s.name WHERE s.name = $1),
            halted AS (
                INSERT INTO jangteo.lease AS l (stream, term, endpoints, expires, halted)
                SELECT $1, 1, '', clock_timestamp(), $2 FROM pinned, known WHERE known.epoch = $4
                ON CONFLICT (stream) DO UPDATE SET halted = coalesce(l.halted, excluded.halted), holder = NULL, endpoints = '',
                    expires = clock_timestamp(), term = CASE WHEN l.term < 1::int8 << 53 THEN l.term + 1 ELSE l.term END
                WHERE l.term = (SELECT term FROM known)
                RETURNING 1)
        SELECT epoch, (SELECT count(*) FROM halted) FROM known
        """
    )

    package func halt(
        because reason: String,
        in epoch: String,
        _ done: @escaping (Result<HaltOutcome, LogError>) -> Void
    ) {
        call(Self.halt, with: [.text(identity.stream), .text(reason), level, .text(epoch)], done: done) {
            (rows) throws(LogError) in
            guard rows.count > 0, rows.text(column: 0) == epoch else { return .newEpoch(rows.text(column: 0)) }
            guard rows.integer(column: 1) > 0 else {
                throw LogError(.timedOut, "Others changed the lease at the same time")
            }
            return .halted
        }
    }

    package func releaseLease(term: Int, _ done: @escaping (Result<LeaseOutcome, LogError>) -> Void) {
        change(Self.release, with: [.text(identity.stream), .integer(term), .text(identity.writer), level], done: done)
    }

    package func handOverLease(
        term: Int,
        to successor: LeaseHolder,
        for duration: Duration,
        _ done: @escaping (Result<LeaseOutcome, LogError>) -> Void
    ) {
        if let error = LogError(successor: successor) { return session.refuse(error) { _ in done(.failure(error)) } }
        let parameters: Parameters = [
            .text(identity.stream), .integer(term), .text(identity.writer), .integer(Int(duration.microseconds)),
            .text(successor.writer), .text(successor.endpoints), level,
        ]
        change(Self.handOver, with: parameters, done: done)
    }

    private var level: Parameters.Value { .text(options.durability.level) }

    /// - Parameter judgesServer: Whether its server says in the same answer if it keeps what it confirms: the lease is
    ///   granted or not all the same, and a server that would not do is the error that its caller gets.
    private func change(
        _ statement: Statement,
        with parameters: Parameters,
        judgesServer: Bool = false,
        knowing row: KnownRow? = nil,
        done: @escaping (Result<LeaseOutcome, LogError>) -> Void
    ) {
        call(statement, with: parameters) { [weak self] (result: Result<Lease?, LogError>) in
            switch result {
            case .success(let lease?):
                self?.lock(lease)
                done(.success(.granted(lease)))
            case .success(nil): self?.readLease { done($0.map { .refused($0) }) }
            case .failure(let error): done(.failure(error))
            }
        } read: { [weak self] (rows) throws(LogError) in
            let lease = Lease(rows, 0)
            guard let self, lease != nil else { return lease }
            if let row {
                let column = Lease.columnCount + ServerReport.columnCount
                let found = rows.isNull(column: column) ? nil : rows.bytes(column: column)
                try row.check(found, hasNext: rows.flag(column: column + 1), in: identity.stream)
            }
            if judgesServer { try judge(ServerReport(rows, from: Lease.columnCount)) }
            return lease
        }
    }

    /// Makes the session of the holder say that it lives.
    private func lock(_ lease: Lease) {
        sessionLock.note(lease, as: identity.writer)
        guard let (term, former) = sessionLock.due else { return }
        session.call(SessionLock.lock, with: lockParameters(term: term, former: former)) { [weak self] outcome in
            // Without it the lease alone counts.
            guard case .success(let rows) = outcome.rows else { return }
            self?.sessionLock.didLock(term, in: rows)
        }
    }

    /// Does the same over a new connection before anything else, so that nobody takes this worker for one that has ended.
    func lock(over connection: ServerConnection, _ done: @escaping (Result<Void, LogError>) -> Void) {
        sessionLock.reset()
        backend = connection.backend
        guard let (term, former) = sessionLock.due else { return done(.success(())) }
        connection.run(SessionLock.lock, with: lockParameters(term: term, former: former)) { [weak self] outcome in
            done(Result { () throws(LogError) in self?.sessionLock.didLock(term, in: try outcome.rows()) })
        }
    }

    private func lockParameters(term: Int, former: Int) -> Parameters {
        [.text(identity.stream), .integer(term), .integer(former), .integer(backend)]
    }
}

extension SessionLock {
    fileprivate mutating func didLock(_ term: Int, in rows: ResultRows) {
        didLock(term, isLocked: rows.isNull(column: 0) ? nil : rows.flag(column: 0))
    }
}

extension Lease {
    /// How many ``columns`` there are.
    static let columnCount = 5
    /// What is read of the row `l`; the time in microseconds, at most a day either way, since a table can hold an infinite one.
    static let columns = """
        l.term, l.holder, l.endpoints, (extract(epoch FROM greatest(clock_timestamp() - interval '1 day',
            least(clock_timestamp() + interval '1 day', l.expires)) - clock_timestamp()) * 1000000)::int8, l.halted
        """

    /// A moment this many microseconds from now.
    static func expiry(_ microseconds: String) -> String {
        "clock_timestamp() + \(microseconds)::int8 * interval '1 microsecond'"
    }

    /// Reads ``columns`` from the first column on; `nil` when there is no lease.
    init?(_ rows: ResultRows, _ index: Int) {
        guard index < rows.count, !rows.isNull(column: 0, row: index) else { return nil }
        let holder = LeaseHolder(writer: rows.text(column: 1, row: index), endpoints: rows.text(column: 2, row: index))
        self.init(
            term: rows.integer(column: 0, row: index),
            holder: rows.isNull(column: 1, row: index) ? nil : holder,
            remaining: .microseconds(rows.integer(column: 3, row: index)),
            halt: rows.isNull(column: 4, row: index) ? nil : rows.text(column: 4, row: index)
        )
    }
}
