internal import CPostgreSQL
internal import ReplicatedLog
internal import ZeroMQ

/// One connection to one server, over which one thing is done at a time; nothing waits.
///
/// libpq says which descriptor it uses and what it waits for, and the loop watches that next to what else it has.
/// Callbacks are called once, on the thread of its loop, after the call has returned; none any more after ``close()``.
@safe
final class ServerConnection {
    private enum Phase {
        case connecting((Result<Void, LogError>) -> Void)
        /// Asking which process serves it, and whether it takes writes.
        case greeting((Result<Void, LogError>) -> Void)
        case idle
        /// Making a statement known to the server, which happens before its first use.
        case preparing(Statement, Parameters, (StatementOutcome) -> Void)
        case running((StatementOutcome) -> Void)
        case closed
    }

    /// Called when the connection ends while nothing is being done.
    var onLoss: ((String) -> Void)?
    /// Whether the system has not taken all yet of what was asked.
    private(set) var hasUnsent = false

    private let loop: EventLoop
    private let needsWrites: Bool
    private let handle: OpaquePointer
    /// Called for each warning that says nothing against the commit; those that do are in the outcome.
    var onWarning: ((String) -> Void)?
    /// Written by libpq; see ``StatementOutcome/done(_:isUnreplicated:)``.
    private let warnings: UnsafeMutablePointer<CPostgreSQL_Warnings>
    private var phase = Phase.idle
    private var watch: EventLoop.Watch?
    private var watched: CInt = -1
    private var prepared: Set<Statement> = []
    /// Not where another session may get what this one has prepared: behind a pool, each transaction may be another process's.
    private var preparesStatements = true
    private var result = StatementResult()
    /// Whether the server has agreed to TLS.
    private var hasBegunTLS = false

    /// Begins to connect.
    ///
    /// - Parameters:
    ///   - settings: Keywords and values of libpq, of one host.
    ///   - needsWrites: Whether a server that takes no writes is refused, with `readOnly`.
    ///   - done: Gets why the server cannot be used.
    /// - Throws: ``LogError`` with `overloaded` when there is no memory for it.
    init(
        _ settings: [ConnectionSettings.Setting],
        needsWrites: Bool,
        on loop: EventLoop,
        done: @escaping (Result<Void, LogError>) -> Void
    ) throws(LogError) {
        var text: [CChar] = []
        for setting in settings {
            text += setting.keyword.utf8CString
            text += setting.value.utf8CString
        }
        let warnings = UnsafeMutablePointer<CPostgreSQL_Warnings>.allocate(capacity: 1)
        unsafe warnings.initialize(to: CPostgreSQL_Warnings())
        guard let handle = unsafe CPostgreSQL_connect(text, CInt(settings.count), warnings) else {
            unsafe warnings.deallocate()
            throw LogError(.overloaded, "There is no memory for a connection")
        }
        self.loop = loop
        self.needsWrites = needsWrites
        unsafe self.handle = handle
        unsafe self.warnings = warnings
        phase = .connecting(done)
        if unsafe PQstatus(handle) == CONNECTION_BAD {
            loop.schedule(after: .zero) { self.failConnecting(at: CONNECTION_STARTED) }
        } else {
            // As the manual of PQconnectStart has it: as if PQconnectPoll had asked to write.
            wait(for: .writable)
        }
    }

    deinit {
        unsafe PQfinish(handle)
        unsafe warnings.deallocate()
    }

    /// Ends the connection and forgets the callbacks.
    ///
    /// The descriptor goes with the last reference.
    func close() {
        phase = .closed
        hasUnsent = false
        onLoss = nil
        onWarning = nil
        stopWatching()
    }

    /// The process of the server at the other end; a pool in between makes up a number.
    var backend: Int { Int(unsafe PQbackendPID(handle)) }

    // MARK: Doing something

    /// Runs a statement with its parameters; only while nothing else is being done.
    func run(_ statement: Statement, with parameters: Parameters, done: @escaping (StatementOutcome) -> Void) {
        guard !hasEnded else {
            phase = .preparing(statement, parameters, done)
            let message = unsafe Self.message(of: handle)
            loop.schedule(after: .zero) { self.lose(message) }
            return
        }
        guard !preparesStatements || prepared.contains(statement) else {
            phase = .preparing(statement, parameters, done)
            return begin(unsafe PQsendPrepare(handle, statement.name, statement.sql, 0, nil) == 1)
        }
        phase = .running(done)
        send(statement, with: parameters)
    }

    /// Runs some statements without parameters, in one transaction unless they say otherwise.
    func run(script: String, _ done: @escaping (StatementOutcome) -> Void) {
        phase = .running(done)
        begin(unsafe PQsendQuery(handle, script) == 1)
    }

    private func send(_ statement: Statement, with parameters: Parameters) {
        begin(
            unsafe CPostgreSQL_send(
                handle,
                preparesStatements ? statement.name : statement.sql,
                preparesStatements,
                parameters.bytes,
                parameters.ends,
                CInt(parameters.ends.count)
            )
        )
    }

    /// Whether the server has ended the connection, which may be there to be read and not have been: what is sent afterwards
    /// would have no known outcome.
    private var hasEnded: Bool {
        // What it says last, and then the end.
        unsafe PQconsumeInput(handle) != 1 || PQconsumeInput(handle) != 1 || PQstatus(handle) == CONNECTION_BAD
    }

    private func begin(_ isQueued: Bool) {
        result = StatementResult()
        unsafe warnings.pointee.unreplicated = 0
        guard isQueued, flush() else {
            let message = unsafe Self.message(of: handle)
            loop.schedule(after: .zero) { self.lose(message) }
            return
        }
    }

    /// Hands the system what it takes; `false` when the connection has failed.
    private func flush() -> Bool {
        let left = unsafe PQflush(handle)
        hasUnsent = left > 0
        wait(for: left > 0 ? [.readable, .writable] : .readable)
        return left >= 0
    }

    // MARK: Readiness

    private func isReady(_ readiness: ZMQReadiness) {
        switch phase {
        case .closed: break
        case .connecting(let done): poll(done)
        case .greeting, .idle, .preparing, .running:
            if readiness.contains(.writable), !flush() { return lose(unsafe Self.message(of: handle)) }
            guard readiness.contains(.readable) else { return }
            guard unsafe PQconsumeInput(handle) == 1 else { return lose(unsafe Self.message(of: handle)) }
            takeResults()
        }
    }

    private func takeResults() {
        guard !isIdle else {
            // Nothing was asked: all that a server says by itself is that it ends the connection.
            while unsafe PQisBusy(handle) == 0, let unasked = unsafe PQgetResult(handle) { unsafe PQclear(unasked) }
            if unsafe PQstatus(handle) == CONNECTION_BAD { lose(unsafe Self.message(of: handle)) }
            return
        }
        while unsafe PQisBusy(handle) == 0 {
            guard let next = unsafe PQgetResult(handle) else { return finish() }
            if let reason = unsafe result.add(next) { return lose(reason) }
        }
    }

    /// Whether the statement that was asked for has not been sent yet.
    var isPreparing: Bool {
        if case .preparing = phase { true } else { false }
    }

    private var isIdle: Bool {
        if case .idle = phase { true } else { false }
    }

    private func finish() {
        if unsafe PQstatus(handle) == CONNECTION_BAD { return lose(unsafe Self.message(of: handle)) }
        switch phase {
        case .preparing(let statement, let parameters, let done):
            if case .failed(let failure) = result.outcome(isUnreplicated: false) {
                phase = .idle
                return done(.failed(failure))
            }
            prepared.insert(statement)
            phase = .running(done)
            send(statement, with: parameters)
        case .running(let done):
            let outcome = unsafe result.outcome(isUnreplicated: warnings.pointee.unreplicated > 0)
            result = StatementResult()
            phase = .idle
            tellWarning()
            done(outcome)
        case .greeting(let done):
            phase = .idle
            greeted(result.outcome(isUnreplicated: false), done: done)
        case .connecting, .idle, .closed: break
        }
    }

    private func tellWarning() {
        guard unsafe warnings.pointee.others > 0 else { return }
        unsafe warnings.pointee.others = 0
        onWarning?(unsafe String(cString: CPostgreSQL_warning_text(warnings)))
    }

    private func lose(_ reason: String) {
        let former = phase
        let onLoss = onLoss
        close()
        switch former {
        // The statement itself was not sent, but who asked has to connect again anyway.
        case .preparing(_, _, let done): done(.failed(.unsent(reason)))
        case .running(let done): done(.lost(reason))
        case .greeting(let done):
            done(.failure(LogError(.unreachable, "The connection to the database ended: \(reason)")))
        case .idle: onLoss?(reason)
        case .connecting, .closed: break
        }
    }

    // MARK: Connecting

    private func poll(_ done: @escaping (Result<Void, LogError>) -> Void) {
        let stage = unsafe PQstatus(handle)
        switch unsafe PQconnectPoll(handle) {
        case PGRES_POLLING_READING: goOnConnecting(when: .readable)
        case PGRES_POLLING_WRITING: goOnConnecting(when: .writable)
        case PGRES_POLLING_OK:
            unsafe PQsetnonblocking(handle, 1)
            _ = unsafe PQsetErrorVerbosity(handle, PQERRORS_DEFAULT)
            phase = .greeting(done)
            let question = "SELECT pg_backend_pid(), current_setting('transaction_read_only')"
            begin(unsafe PQsendQuery(handle, question) == 1)
        default: failConnecting(at: stage)
        }
    }

    /// A pool tells a number of its own at the start (PgBouncer: a random one), a server that of its process.
    private func greeted(_ outcome: StatementOutcome, done: (Result<Void, LogError>) -> Void) {
        do throws(LogError) {
            let rows = try outcome.rows()
            guard rows.count == 1, !needsWrites || rows.text(column: 1) == "off" else {
                throw LogError(.readOnly, "The database takes no writes: it is a standby, or set to read only")
            }
            preparesStatements = unsafe rows.text(column: 0) == String(PQbackendPID(handle))
            done(.success(()))
        } catch {
            done(.failure(error))
        }
    }

    private func goOnConnecting(when readiness: ZMQReadiness) {
        hasBegunTLS = unsafe hasBegunTLS || PQsslInUse(handle) == 1
        wait(for: readiness)
    }

    private func failConnecting(at stage: ConnStatusType) {
        guard case .connecting(let done) = phase else { return }
        let error = LogError(
            connecting: unsafe Self.message(of: handle),
            at: stage,
            hasBegunTLS: hasBegunTLS,
            needsPassword: unsafe PQconnectionNeedsPassword(handle) == 1
        )
        close()
        done(.failure(error))
    }

    // MARK: The wait

    private func wait(for readiness: ZMQReadiness) {
        let descriptor = unsafe PQsocket(handle)
        // libpq may have gone on to another address of the host, with another descriptor.
        if let watch, watched == descriptor { return loop.change(watch, to: readiness) }
        stopWatching()
        guard descriptor >= 0 else { return }
        watched = descriptor
        var own: EventLoop.Watch?
        own = loop.watch(descriptor, for: readiness) { [weak self, loop] in
            if let self { return isReady($0) }
            // Released without close(), which may happen on any thread: the descriptor is gone.
            if let own { loop.end(own) }
        }
        watch = own
    }

    private func stopWatching() {
        if let watch { loop.end(watch) }
        watch = nil
    }

    private static func message(of handle: OpaquePointer) -> String {
        unsafe String(cString: PQerrorMessage(handle))
    }
}
