internal import Messages
internal import Synchronization
internal import WireJSON

/// A background job as the engine knows it: work for another thread, and what follows from it here.
struct PendingJob {
    /// What follows from the work, with the state behind its closure.
    enum Conclusion {
        case read(RegisteredMethod.Read)
        case write(RegisteredMethod.Write)
    }

    let kind: JobKind
    /// The bytes it keeps while it waits, besides the request's own.
    let byteCount: Int
    let isWrite: Bool
    /// Does the work, on any thread.
    let work: @Sendable () -> Void
    /// What follows when the work is done; throws what the work has thrown.
    let conclude: () throws(RPCError) -> Conclusion

    /// Erases the state of a read's job.
    init<State>(_ job: Method<State>.Body.ReadJob, on state: StateCell<State>) {
        let outcome = JobOutcome(of: job)
        self.init(job, outcome, isWrite: false) { () throws(RPCError) in
            let body = try outcome.take().get()
            return .read { (_, context, result) throws(RPCError) in
                var value = state.value
                try body(&value, &context, &result)
            }
        }
    }

    /// Erases the state of a write's job.
    init<State>(_ job: Method<State>.Body.WriteJob, on state: StateCell<State>) {
        let outcome = JobOutcome(of: job)
        self.init(job, outcome, isWrite: true) { () throws(RPCError) in
            let body = try outcome.take().get()
            return .write { (_, context, result) throws(RPCError) in try body(&state.value, &context, &result) }
        }
    }

    private init<State, Context>(
        _ job: BackgroundJob<State, Context>,
        _ outcome: JobOutcome<State, Context>,
        isWrite: Bool,
        _ conclude: @escaping () throws(RPCError) -> Conclusion
    ) {
        kind = job.kind
        byteCount = job.byteCount
        self.isWrite = isWrite
        work = { outcome.run() }
        self.conclude = conclude
    }
}

/// Carries what a background job came to from the thread that did the work to the engine's.
private final class JobOutcome<State, Context>: Sendable {
    private let job: BackgroundJob<State, Context>
    private let result = Mutex<Result<BackgroundJob<State, Context>.Conclusion, RPCError>?>(nil)

    init(of job: BackgroundJob<State, Context>) { self.job = job }

    func run() {
        let result = Result(catching: job.work)
        self.result.withLock { $0 = result }
    }

    func take() -> Result<BackgroundJob<State, Context>.Conclusion, RPCError> {
        result.withLock { $0 } ?? .failure(RPCError(.unavailable, "the service is ending"))
    }
}

/// A background job that is to be begun now.
package struct StartedJob: Sendable {
    /// What the engine calls it: ``RequestEngine/finish(_:)`` wants it back when the work is done.
    package let id: Int
    /// What it mostly does.
    let kind: JobKind
    /// Does the work, on any thread.
    package let work: @Sendable () -> Void
}
