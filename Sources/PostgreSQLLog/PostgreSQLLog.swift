package import ReplicatedLog
package import ZeroMQ

/// The log of a stream in a PostgreSQL database, by one connection that runs in the loop of a node.
///
/// The connection string is libpq's: a URI or keywords and values, several hosts, TLS, services, password files. Where
/// it says nothing else, the server that takes writes is looked for among the hosts
/// (`target_session_attrs=read-write`), each may take 3 s (`connect_timeout`), and one on another machine has to prove
/// who it is (`sslmode=verify-full`). Host names are looked up on another thread. A connection that ends is made again
/// by itself, and what is called meanwhile waits for that, at most until no host gave one, and at most
/// ``PostgreSQLLogOptions/callTimeout``.
///
/// Before a connection is used the server is asked what it does to be durable (``server``), and for the version of the
/// schema (``SchemaMigration``); one that will not do is refused, and asked again later.
///
/// Everything happens on the node's thread, and stays there.
package final class PostgreSQLLog: WaitableLog {
    package let identity: LogIdentity
    /// What the present server, or the last one, said of itself; `nil` before there was one.
    package private(set) var server: ServerReport?
    /// Called for each warning of the database that says nothing against a commit, such as that transaction numbers run
    /// out.
    package var onWarning: (String) -> Void {
        get { session.onWarning }
        set { session.onWarning = newValue }
    }
    /// Called with what a server is worth when that is another than before: at a connection, and with each renewal of
    /// the lease.
    package var onVerdict: (Result<ServerReport, LogError>) -> Void = { _ in }
    private var verdict: Result<ServerReport.Durability, LogError>?
    private(set) lazy var session = makeSession()
    /// What is known of the session of the lease's holder.
    var sessionLock = SessionLock()
    /// The server's process at the other end, as it called itself at the beginning of the present connection.
    var backend = 0

    private let loop: EventLoop
    private let settings: ConnectionSettings
    let options: PostgreSQLLogOptions

    /// Makes a log; it connects with the first call.
    ///
    /// - Parameters:
    ///   - connection: Where the database is.
    ///   - identity: Which stream, and as whom.
    ///   - options: How long to wait.
    ///   - node: The thread of the caller.
    /// - Throws: ``LogError`` with `misconfigured`.
    package init(
        _ connection: String,
        identity: LogIdentity,
        options: PostgreSQLLogOptions = PostgreSQLLogOptions(),
        on node: ZMQNode
    ) throws(LogError) {
        settings = try ConnectionSettings(connection, statementTimeout: options.callTimeout)
        self.identity = identity
        self.options = options
        loop = EventLoop(node)
    }

    /// Refuses a connection string that has a password in it, because everybody on the machine can read command lines.
    ///
    /// - Parameter argument: It, as written in the command line.
    /// - Throws: ``LogError`` with `misconfigured`.
    package static func refuseSecrets(inArgument argument: String) throws(LogError) {
        try ConnectionSettings.refuseSecrets(inArgument: argument)
    }

    /// Connects, if need be.
    ///
    /// - Parameter done: Gets what the server says of itself, or why none will do; it is tried again by itself then.
    package func connect(_ done: @escaping (Result<ServerReport, LogError>) -> Void) {
        session.whenReady { [self] result in
            done(
                result.flatMap {
                    server.map { .success($0) } ?? .failure(LogError(.failing, "The server said nothing"))
                }
            )
        }
    }

    package func close() { session.close() }

    package func withdrawAppend() -> Bool { session.withdraw(Self.append) }

    package func flush() {
        // A server that does not read for so long has nothing to do for us meanwhile.
        loop.run(for: .milliseconds(5)) { [session] in !session.hasUnsent }
    }

    package func wait(for duration: Duration, until isDone: () -> Bool) { loop.run(for: duration, until: isDone) }

    package func schedule(after delay: Duration, _ perform: @escaping () -> Void) {
        loop.schedule(after: delay, perform)
    }

    private func makeSession() -> DatabaseSession {
        DatabaseSession(settings, callTimeout: options.callTimeout, on: loop) { [weak self] connection, done in
            guard let self else { return }
            ServerReport.read(over: connection, pinning: options.durability) { report in
                do throws(LogError) {
                    try self.judge(try report.get())
                } catch {
                    return done(.failure(error))
                }
                Schema.require(over: connection) { result in
                    guard case .success = result else { return done(result) }
                    self.lock(over: connection, done)
                }
            }
        }
    }

    /// Takes note of what a server says of itself.
    ///
    /// - Throws: ``LogError``, when it would not do.
    func judge(_ report: ServerReport) throws(LogError) {
        server = report
        let judged = Result { () throws(LogError) in
            try report.require(options.durability)
            return report.durability
        }
        if judged != verdict {
            verdict = judged
            onVerdict(judged.map { _ in report })
        }
        _ = try judged.get()
    }

    /// Runs a statement and makes of its rows what the caller wants.
    func call<Value>(
        _ statement: Statement,
        with parameters: Parameters,
        done: @escaping (Result<Value, LogError>) -> Void,
        read: @escaping (ResultRows) throws(LogError) -> Value
    ) {
        session.call(statement, with: parameters) { outcome in
            done(outcome.rows.flatMap { rows in Result { () throws(LogError) in try read(rows) } })
        }
    }
}
