internal import ReplicatedLog
internal import ZeroMQ

extension DatabaseSession {
    /// Makes one call over a connection of its own, which is closed before the answer is given.
    ///
    /// - Parameters:
    ///   - connection: Where the database is; see ``PostgreSQLLog``.
    ///   - done: Called once on the node's thread.
    /// - Throws: ``LogError`` with `misconfigured`.
    static func callOnce(
        at connection: String,
        _ statement: Statement,
        with parameters: Parameters,
        on node: ZMQNode,
        done: @escaping (Result<ResultRows, LogError>) -> Void
    ) throws(LogError) {
        let timeout = PostgreSQLLogOptions().callTimeout
        let settings = try ConnectionSettings(connection, statementTimeout: timeout)
        let session = DatabaseSession(settings, callTimeout: timeout, on: EventLoop(node), check: Schema.require)
        session.call(statement, with: parameters) { outcome in
            session.close()
            done(outcome.rows)
        }
    }
}
