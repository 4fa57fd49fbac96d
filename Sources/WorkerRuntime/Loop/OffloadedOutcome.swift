internal import Messages
internal import Synchronization

/// Carries what offloaded work came to from the thread that did the work to the owner's.
final class OffloadedOutcome<State>: Sendable {
    private let result = Mutex<Result<FinishedWork<State>, RPCError>?>(nil)

    /// Does the work and keeps what came of it.
    func run(_ work: () throws(RPCError) -> FinishedWork<State>) {
        let result = Result(catching: work)
        self.result.withLock { $0 = result }
    }

    /// What came of it.
    func take() -> Result<FinishedWork<State>, RPCError> {
        result.withLock { $0 } ?? .failure(RPCError(.unavailable, "the service is ending"))
    }
}
