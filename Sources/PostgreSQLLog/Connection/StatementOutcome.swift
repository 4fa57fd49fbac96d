internal import CPostgreSQL
internal import ReplicatedLog

/// What became of a statement.
enum StatementOutcome {
    /// It was done; or it was committed, and the server warned that its standby may lack it.
    case done(ResultRows, isUnreplicated: Bool)
    /// Nothing was done.
    case failed(StatementFailure)
    /// The connection ended while it was in progress.
    case lost(String)
}

/// Why the server refused a statement.
struct StatementFailure {
    /// The SQLSTATE; `nil` when the statement was never sent.
    let state: String?
    let message: String

    /// Whether it says that the server knows a prepared statement that this connection does not, or the other way round, or
    /// does not speak the protocol: something in between has changed the session.
    var isOfAnotherSession: Bool { state.map { ["26000", "42P05", "08P01"].contains($0) } ?? false }

    /// The connection ended before the statement could be sent.
    static func unsent(_ reason: String) -> StatementFailure { StatementFailure(state: nil, message: reason) }
}

/// Collects the results of what was sent at once: the last one, or the first failure.
struct StatementResult {
    private var last: ResultRows?
    private var failure: StatementFailure?

    /// Takes one result over.
    ///
    /// - Returns: Why the server has ended the connection, when it says so.
    mutating func add(_ result: OpaquePointer) -> String? {
        switch unsafe PQresultStatus(result) {
        case PGRES_COMMAND_OK, PGRES_TUPLES_OK, PGRES_SINGLE_TUPLE, PGRES_EMPTY_QUERY:
            last = unsafe ResultRows(result)
            return nil
        default:
            defer { unsafe PQclear(result) }
            let state = unsafe String(cString: CPostgreSQL_state(result))
            let message = unsafe String(cString: CPostgreSQL_message(result))
            // Without a state it is libpq's own: the connection is gone. A fatal error may come after the commit.
            if unsafe state.isEmpty || CPostgreSQL_is_fatal(result) { return message }
            failure = failure ?? StatementFailure(state: state, message: message)
            return nil
        }
    }

    func outcome(isUnreplicated: Bool) -> StatementOutcome {
        if let failure { return .failed(failure) }
        guard let last else { return .lost("the server gave no result") }
        return .done(last, isUnreplicated: isUnreplicated)
    }
}
