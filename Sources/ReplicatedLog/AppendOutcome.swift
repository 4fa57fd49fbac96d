/// What became of an append.
package enum AppendOutcome: Sendable, Hashable {
    /// The row is in the log, and as durable as the engine makes it.
    case appended
    /// Someone has taken over: the lease has a newer term. Nothing was added; what was decided has to be taken back.
    case fenced(by: Lease)
    /// The position has a row already, of this or an older term. Nothing was added.
    ///
    /// What was decided has to be taken back, the row applied, and the decision made again. A row of the same writer and
    /// term is an append of one's own that had been made before.
    case taken(by: LogRow)
    /// The connection ended during the append, or the engine cannot vouch for it: the row is there or not, or will be.
    ///
    /// ``ReplicatedLog/resolveAppend(at:term:endpoints:for:_:)`` finds out.
    case unknown(reason: String)
    /// The engine could not put it in an order with what others did, and asks to try again. Nothing was added.
    case conflict
    /// Nothing was added, for this reason.
    case failed(LogError)
}

/// What became of an append whose outcome was unknown, and of the lease meanwhile.
package enum AppendResolution: Sendable, Hashable {
    /// The row is in the log.
    case applied(Lease)
    /// It is not there, and never will be.
    case notApplied(Lease)

    /// The lease now: of this writer under a new term, or of who has taken over.
    package var lease: Lease {
        switch self {
        case .applied(let lease), .notApplied(let lease): lease
        }
    }
}

extension ReplicatedLog {
    /// Finds out what became of an append that had no known outcome.
    ///
    /// First the term is raised, which waits for an append that the engine is still at, and keeps one that is on its
    /// way from being taken. Where someone else has raised it, that has done the same. What is at the position then stays.
    ///
    /// - Parameters:
    ///   - position: The position of that append.
    ///   - term: Its term.
    ///   - endpoints: For the lease under its new term; see ``acquireLease(endpoints:for:_:)``.
    ///   - duration: The same.
    ///   - done: Gets an error when it cannot be found out now; the call can be repeated.
    package func resolveAppend(
        at position: Int,
        term: Int,
        endpoints: String,
        for duration: Duration,
        _ done: @escaping (Result<AppendResolution, LogError>) -> Void
    ) {
        acquireLease(endpoints: endpoints, for: duration) { outcome in
            let lease: Lease
            switch outcome {
            case .failure(let error): return done(.failure(error))
            case .success(.granted(let granted)): lease = granted
            case .success(.refused(let present)):
                guard let present else { return done(.failure(.lostLease(of: self.identity.stream, term: term))) }
                lease = present
            }
            guard lease.term > term else { return done(.failure(.lostLease(of: self.identity.stream, term: term))) }
            self.isWritten(at: position, term: term) { done($0.map { $0 ? .applied(lease) : .notApplied(lease) }) }
        }
    }

    /// Whether the row at a position is one of this writer and a term.
    private func isWritten(at position: Int, term: Int, _ done: @escaping (Result<Bool, LogError>) -> Void) {
        read(after: position - 1, limit: ReadLimit(rows: 1, bytes: 1)) { outcome in
            switch outcome {
            case .failure(let error): done(.failure(error))
            case .success(.rows(let rows, _)):
                done(.success(rows.first.map { $0.term == term && $0.writer == self.identity.writer } ?? false))
            case .success(.pruned(let oldest)):
                done(
                    .failure(
                        LogError(
                            .damaged,
                            "Row \(position) of '\(self.identity.stream)' was pruned before anybody knew of it: the log begins at \(oldest)"
                        )
                    )
                )
            case .success(.ahead(let last)):
                done(.failure(.lostRows(of: self.identity.stream, after: last, known: position - 1)))
            }
        }
    }
}
