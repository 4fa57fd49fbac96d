package import ReplicatedLog

/// A log of a ``SimulatedEngine``: what its faults leave of the calls.
package final class SimulatedLog: WaitableLog {
    package let identity: LogIdentity
    /// Lets the world's time pass while somebody waits for this log alone; nobody does unless a test says how.
    package var passTime: (_ duration: Duration, _ isDone: () -> Bool) -> Void = { _, _ in }
    /// Hands each answer to the owner: at once, unless a test keeps it for a worker that is paused.
    package var deliver: (_ answer: @escaping () -> Void) -> Void = { $0() }
    private let engine: SimulatedEngine
    private var isClosed = false
    /// When the last message arrives on the present connection, in each direction: none overtakes another.
    private var lastArrival = Duration.zero
    private var lastAnswer = Duration.zero

    /// What became of one call.
    private enum Answer<Reply> {
        case given(Result<Reply, LogError>)
        /// Nothing was done.
        case refused(LogError)
        case conflict
        case lost
        /// Closed while it was under way.
        case closed
    }

    init(_ identity: LogIdentity, of engine: SimulatedEngine) {
        self.identity = identity
        self.engine = engine
    }

    package func append(_ row: LogRow, done: @escaping (AppendOutcome) -> Void) {
        if let error = LogError(appending: row) { return engine.schedule(.zero) { done(.failed(error)) } }
        call({ [engine] storage in
            let outcome = storage.append(row, at: engine.clock)
            if outcome == .appended { engine.onCommit?(row) }
            return .success(outcome)
        }) { (answer: Answer<AppendOutcome>) in
            switch answer {
            case .given(.success(let outcome)): done(outcome)
            case .given(.failure(let error)), .refused(let error): done(.failed(error))
            case .conflict: done(.conflict)
            case .lost: done(.unknown(reason: "the connection ended"))
            case .closed: done(.unknown(reason: "the log was closed"))
            }
        }
    }

    package func close() { isClosed = true }

    /// Every call is sent at once.
    package func withdrawAppend() -> Bool { false }

    package func flush() {}

    package func wait(for duration: Duration, until isDone: () -> Bool) { passTime(duration, isDone) }

    package func schedule(after delay: Duration, _ perform: @escaping () -> Void) { engine.schedule(delay, perform) }

    // MARK: One call

    /// Has the engine do something, and tells what came of it.
    func perform<Reply>(
        _ body: @escaping (inout LogStorage) throws(LogError) -> Reply,
        _ done: @escaping (Result<Reply, LogError>) -> Void
    ) {
        call({ storage in Result { () throws(LogError) in try body(&storage) } }) { (answer: Answer<Reply>) in
            switch answer {
            case .given(let result): done(result)
            case .refused(let error): done(.failure(error))
            case .conflict: done(.failure(LogError(.timedOut, "The engine asked to repeat the call too often")))
            case .lost: done(.failure(LogError(.lost, "The connection to the engine ended")))
            case .closed: done(.failure(LogError(.closed, "The log was closed")))
            }
        }
    }

    private func call<Reply>(
        _ body: @escaping (inout LogStorage) -> Result<Reply, LogError>,
        _ owner: @escaping (Answer<Reply>) -> Void
    ) {
        let done = { [self] (answer: Answer<Reply>) in deliver { owner(answer) } }
        let engine = engine
        guard !isClosed else {
            return engine.schedule(.zero) { done(.refused(LogError(.closed, "The log was closed"))) }
        }
        guard engine.isOpen(.requests, of: identity.writer) else {
            return engine.schedule(engine.faults.timeout) {
                done(.refused(LogError(.unreachable, "The engine does not answer")))
            }
        }
        let generation = engine.generation
        let isLostBefore = engine.happens(engine.faults.lostBefore)
        if isLostBefore {
            if engine.happens(engine.faults.late) {
                // Still on its way when the client hears that the connection ended: the engine may do it at any time later.
                engine.schedule(engine.delay() + engine.delay() + engine.faults.timeout) {
                    if engine.generation == generation { _ = body(&engine.storage) }
                }
            }
            return lose(after: engine.delay(), done)
        }
        lastArrival = max(lastArrival, engine.worldTime + engine.delay())
        engine.schedule(lastArrival - engine.worldTime) { [self] in
            guard engine.isOpen(.requests, of: identity.writer), engine.generation == generation else {
                return lose(after: engine.faults.timeout, done)
            }
            let answer: Answer<Reply>
            if let refusal = engine.faults.refusal {
                answer = .refused(refusal)
            } else if engine.happens(engine.faults.conflict) {
                answer = .conflict
            } else {
                answer = .given(body(&engine.storage))
            }
            if engine.happens(engine.faults.lostAfter) { return lose(after: engine.delay(), done) }
            lastAnswer = max(lastAnswer, engine.worldTime + engine.delay())
            engine.schedule(lastAnswer - engine.worldTime) { [self] in
                guard engine.isOpen(.answers, of: identity.writer), engine.generation == generation else {
                    return lose(after: engine.faults.timeout, done)
                }
                done(isClosed ? .closed : answer)
            }
        }
    }

    /// Ends the connection: what is sent from now on goes over another, which has an order of its own.
    private func lose<Reply>(after delay: Duration, _ done: @escaping (Answer<Reply>) -> Void) {
        lastArrival = .zero
        lastAnswer = .zero
        engine.schedule(delay) { done(.lost) }
    }
}

extension SimulatedLog {
    /// Answers a call that cannot be right; `false` when nothing is wrong.
    func refuses<Reply>(_ error: LogError?, _ done: @escaping (Result<Reply, LogError>) -> Void) -> Bool {
        guard let error else { return false }
        engine.schedule(.zero) { done(.failure(error)) }
        return true
    }

    /// The same with the engine's clock at the moment when it does it.
    func onClock<Reply>(
        _ body: @escaping (inout LogStorage, Duration) throws(LogError) -> Reply,
        _ done: @escaping (Result<Reply, LogError>) -> Void
    ) {
        perform({ [engine] (storage) throws(LogError) in try body(&storage, engine.clock) }, done)
    }
}
