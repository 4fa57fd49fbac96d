internal import Platform
internal import ReplicatedLog

/// A connection to whichever server takes writes, made again when it ends, and the calls that wait for it.
///
/// All on the thread of its loop. Each call is answered once, after it was made, and within ``PostgreSQLLogOptions/callTimeout``.
final class DatabaseSession {
    /// How often a call is repeated when the server asks for it.
    private static let maximumConflicts = 8

    private enum State {
        case idle
        /// Finding the addresses of the hosts.
        case lookingUp(HostLookup?)
        case connecting(ServerConnection)
        /// Finding out whether the server will do.
        case checking(ServerConnection)
        case ready(ServerConnection)
        case waiting(EventLoop.Timer)
        case closed
    }

    /// Looks at a new connection before it is used; the error says why it cannot be.
    typealias Check = (ServerConnection, @escaping (Result<Void, LogError>) -> Void) -> Void

    /// Called for each warning of the server that says nothing against a commit.
    var onWarning: (String) -> Void = { _ in }

    private let loop: EventLoop
    private let settings: ConnectionSettings
    private let callTimeout: Duration
    private let check: Check
    private var state = State.idle
    private var backoff = Backoff(.milliseconds(50) ... .seconds(3), seed: .random(in: 0 ... .max))
    /// What is left to try in this round, and why the others failed.
    private var hosts: ArraySlice<ConnectionSettings.Host> = []
    private var host: ConnectionSettings.Host?
    private var errors: [LogError] = []
    private var attemptTimer: EventLoop.Timer?
    /// Why there is no connection; `nil` while there is one.
    private var lastError: LogError?

    private var queue: [QueuedCall] = []
    private var current: QueuedCall?
    private var timers: [Int: EventLoop.Timer] = [:]
    private var lastNumber = 0
    private var waiters: [(Result<Void, LogError>) -> Void] = []

    init(_ settings: ConnectionSettings, callTimeout: Duration, on loop: EventLoop, check: @escaping Check) {
        self.settings = settings
        self.callTimeout = callTimeout
        self.loop = loop
        self.check = check
    }

    /// Calls back when there is a connection that will do, or when no server gave one in this round.
    func whenReady(_ done: @escaping (Result<Void, LogError>) -> Void) {
        switch state {
        case .closed: loop.schedule(after: .zero) { done(.failure(.sessionClosed)) }
        case .ready: loop.schedule(after: .zero) { done(.success(())) }
        case .idle, .lookingUp, .connecting, .checking, .waiting:
            waiters.append(done)
            start()
        }
    }

    /// Runs a statement as soon as there is a connection, after those before it.
    func call(_ statement: Statement, with parameters: Parameters, done: @escaping (CallOutcome) -> Void) {
        if case .closed = state { return refuse(.sessionClosed, done: done) }
        lastNumber += 1
        let call = QueuedCall(number: lastNumber, statement: statement, parameters: parameters, done: done)
        timers[call.number] = loop.schedule(after: callTimeout) { [weak self] in self?.expire(call.number) }
        queue.append(call)
        start()
        advance()
    }

    /// Whether a part of a call waits to be sent.
    var hasUnsent: Bool {
        if case .ready(let connection) = state { connection.hasUnsent } else { false }
    }

    /// Answers a call that cannot be made.
    func refuse(_ error: LogError, done: @escaping (CallOutcome) -> Void) {
        loop.schedule(after: .zero) { done(.refused(error)) }
    }

    /// Ends the connection, and all calls.
    func close() {
        if case .closed = state { return }
        drop()
        state = .closed
        let interrupted = current
        current = nil
        let (queued, waiting) = (queue, waiters)
        (queue, waiters) = ([], [])
        for timer in timers.values { loop.cancel(timer) }
        timers = [:]
        loop.schedule(after: .zero) {
            interrupted?.done(.lost(.sessionClosed))
            for call in queued { call.done(.refused(.sessionClosed)) }
            for done in waiting { done(.failure(.sessionClosed)) }
        }
    }

    // MARK: Connecting

    private func start() {
        guard case .idle = state else { return }
        errors = []
        let lookup = HostLookup(settings.hosts, on: loop) { [weak self] in self?.tryAll($0) }
        guard let lookup else { return tryAll(settings.hosts) }
        state = .lookingUp(lookup)
    }

    private func tryAll(_ hosts: [ConnectionSettings.Host]) {
        self.hosts = hosts[...]
        tryNext()
    }

    private func tryNext() {
        guard let host = hosts.popFirst() else { return allHostsFailed() }
        connect(to: host, withOptions: true)
    }

    private func connect(to host: ConnectionSettings.Host, withOptions: Bool) {
        self.host = host
        do throws(LogError) {
            let chosen = settings.settings(for: host, withOptions: withOptions)
            let connection = try ServerConnection(chosen, needsWrites: settings.needsWrites, on: loop) {
                [weak self, settings] result in
                if withOptions, settings.areOptionsDispensable, result.isRefusalOfOptions {
                    self?.drop()
                    self?.connect(to: host, withOptions: false)
                } else {
                    self?.connected(result)
                }
            }
            state = .connecting(connection)
            attemptTimer = loop.schedule(after: settings.connectTimeout) { [weak self] in
                self?.fail(LogError(.unreachable, "The database at \(host) does not answer in time"))
            }
        } catch {
            fail(error)
        }
    }

    private func connected(_ result: Result<Void, LogError>) {
        guard case .connecting(let connection) = state else { return }
        if case .failure(let error) = result { return fail(error) }
        state = .checking(connection)
        // The time limit goes on for the check: a server that hangs is no better than one that does not answer.
        check(connection) { [weak self] result in
            guard let self, case .checking = state else { return }
            switch result {
            case .failure(let error): fail(error)
            case .success: becomeReady(connection)
            }
        }
    }

    private func becomeReady(_ connection: ServerConnection) {
        cancelAttemptTimer()
        backoff.reset()
        lastError = nil
        connection.onLoss = { [weak self] reason in self?.reconnect(LogError(.lost, "The connection ended: \(reason)"))
        }
        connection.onWarning = { [weak self] in self?.onWarning($0) }
        state = .ready(connection)
        let waiting = waiters
        waiters = []
        for done in waiting { done(.success(())) }
        advance()
    }

    /// One host has failed; goes on with the next.
    private func fail(_ error: LogError) {
        drop()
        errors.append(error.naming(host, among: settings.hosts.count))
        tryNext()
    }

    private func allHostsFailed() {
        // What a server says tells more than that another does not answer.
        let error = errors.first { $0.code != .unreachable } ?? errors.first ?? .noHost
        reconnect(error)
        let (refused, waiting) = (queue, waiters)
        (queue, waiters) = ([], [])
        for call in refused {
            cancelTimer(of: call)
            call.done(.refused(error))
        }
        for done in waiting { done(.failure(error)) }
    }

    /// Begins another round after a while.
    private func reconnect(_ error: LogError) {
        drop()
        lastError = error
        state = .waiting(
            loop.schedule(after: backoff.next()) { [weak self] in
                self?.state = .idle
                self?.start()
            }
        )
    }

    /// Lets go of what the present state holds.
    private func drop() {
        cancelAttemptTimer()
        switch state {
        case .lookingUp(let lookup): lookup?.cancel()
        case .connecting(let connection), .checking(let connection), .ready(let connection): connection.close()
        case .waiting(let timer): loop.cancel(timer)
        case .idle, .closed: break
        }
        state = .idle
    }

    private func cancelAttemptTimer() {
        if let attemptTimer { loop.cancel(attemptTimer) }
        attemptTimer = nil
    }

    // MARK: Calls

    /// Sends the next call, if there is one and nothing else is in progress.
    private func advance() {
        guard case .ready(let connection) = state, current == nil, !queue.isEmpty else { return }
        send(queue.removeFirst(), over: connection)
    }

    private func send(_ call: QueuedCall, over connection: ServerConnection) {
        current = call
        connection.run(call.statement, with: call.parameters) { [weak self] in self?.finish($0) }
    }

    private func finish(_ outcome: StatementOutcome) {
        guard case .ready(let connection) = state, var call = current else { return }
        current = nil
        switch outcome {
        case .done(let rows, let isUnreplicated): answer(call, with: .done(rows, isUnreplicated: isUnreplicated))
        case .lost(let reason):
            let error = LogError(.lost, "The connection ended during a call: \(reason)")
            reconnect(error)
            return answer(call, with: .lost(error))
        case .failed(let failure) where failure.state == nil:
            // It never left: it is sent over the next connection.
            queue.insert(call, at: 0)
            return reconnect(LogError(failure))
        case .failed(let failure) where failure.state == "40001" || failure.state == "40P01":
            call.conflicts += 1
            guard call.conflicts > Self.maximumConflicts else { return send(call, over: connection) }
            answer(call, with: .conflict)
        case .failed(let failure):
            let error = LogError(failure)
            // A server that has become a standby: another one takes writes now. A session that another has used is of no use.
            if error.code == .readOnly || failure.isOfAnotherSession { reconnect(error) }
            answer(call, with: .refused(error))
        }
        advance()
    }

    /// Takes calls of a statement back that have not been sent: they are refused.
    ///
    /// One that was sent is left alone.
    ///
    /// - Returns: Whether there were any.
    func withdraw(_ statement: Statement) -> Bool {
        if let call = current, call.statement == statement, case .ready(let connection) = state, connection.isPreparing
        {
            // Over this connection it would be sent when that is answered.
            reconnect(LogError(.unreachable, "The database does not answer"))
            current = nil
            refuseUnsent([call])
            return true
        }
        let unsent = queue.filter { $0.statement == statement }
        queue.removeAll { $0.statement == statement }
        refuseUnsent(unsent)
        return !unsent.isEmpty
    }

    private func refuseUnsent(_ calls: [QueuedCall]) {
        let error =
            lastError ?? errors.first ?? LogError(.unreachable, "No connection to the database was made in time")
        for call in calls {
            cancelTimer(of: call)
            refuse(error, done: call.done)
        }
    }

    private func expire(_ number: Int) {
        timers[number] = nil
        if let call = current, call.number == number {
            current = nil
            if case .ready(let connection) = state, connection.isPreparing {
                let error = LogError(.timedOut, "The database did not answer within \(callTimeout)")
                reconnect(error)
                return call.done(.refused(error))
            }
            let error = LogError(.lost, "The database did not answer within \(callTimeout)")
            // The server may still be at it. Over another connection nothing waits behind it.
            reconnect(error)
            call.done(.lost(error))
        } else if let index = queue.firstIndex(where: { $0.number == number }) {
            let call = queue.remove(at: index)
            call.done(.refused(lastError ?? LogError(.timedOut, "Other calls took all of \(callTimeout)")))
        }
    }

    private func answer(_ call: QueuedCall, with outcome: CallOutcome) {
        cancelTimer(of: call)
        call.done(outcome)
    }

    private func cancelTimer(of call: QueuedCall) {
        if let timer = timers.removeValue(forKey: call.number) { loop.cancel(timer) }
    }
}

extension Result where Failure == LogError {
    /// PgBouncer's, of any version; it translates nothing.
    fileprivate var isRefusalOfOptions: Bool {
        guard case .failure(let error) = self else { return false }
        return error.message.contains("unsupported startup parameter: options")
    }
}

extension LogError {
    /// Says which of several it is of that something is said; libpq's own texts say it already.
    fileprivate func naming(_ host: ConnectionSettings.Host?, among count: Int) -> LogError {
        let start = "The database "
        guard let host, count > 1, message.hasPrefix(start), !message.hasPrefix(start + "at ") else { return self }
        return LogError(code, "\(start)at \(host) \(message.dropFirst(start.count))")
    }

    fileprivate static var sessionClosed: LogError { LogError(.closed, "The log was closed") }
    fileprivate static var noHost: LogError { LogError(.misconfigured, "The connection string names no host") }
}

extension ConnectionSettings.Host: CustomStringConvertible {
    var description: String {
        let place = [name, address].filter { !$0.isEmpty }.joined(separator: " at ")
        return (place.isEmpty ? "the default socket" : place) + (port.isEmpty ? "" : ", port \(port)")
    }
}
