internal import ReplicatedLog

/// What became of a call of a session.
enum CallOutcome {
    /// See ``StatementOutcome/done(_:isUnreplicated:)``.
    case done(ResultRows, isUnreplicated: Bool)
    /// Nothing was done.
    case refused(LogError)
    /// The server asked to repeat it more often than it is repeated. Nothing was done.
    case conflict
    /// It was in progress when the connection ended.
    case lost(LogError)

    /// For what may be asked again without harm.
    var rows: Result<ResultRows, LogError> {
        switch self {
        case .done(_, isUnreplicated: true):
            .failure(LogError(.lost, "The database warned that its commit may not be on its standby"))
        case .done(let rows, isUnreplicated: false): .success(rows)
        case .refused(let error), .lost(let error): .failure(error)
        case .conflict:
            .failure(LogError(.timedOut, "The database asked to repeat the call too often (SQLSTATE 40001)"))
        }
    }
}

/// A call that waits for the connection, or is in progress.
struct QueuedCall {
    let number: Int
    let statement: Statement
    let parameters: Parameters
    let done: (CallOutcome) -> Void
    /// How often the server has asked to repeat it.
    var conflicts = 0
}
