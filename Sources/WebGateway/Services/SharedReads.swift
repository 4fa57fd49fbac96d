internal import Messages
internal import Synchronization
internal import WorkerClient

/// Lets callers who ask the same at the same time have one call between them.
///
/// Who comes while a call is under way waits for the next one, which begins after they came. So each gets an answer that
/// is not older than their question, as without this.
///
/// A call is no task's own: it goes on when a caller has gone, and its answer has the next one begin where it comes.
final class SharedReads: Sendable {
    /// What is asked.
    struct Question: Hashable, Sendable {
        let key: ReadKey
        /// The position that the service has to have come to; `nil` for any.
        var atLeast: Int?
        /// How long the call may take.
        var timeout = Services.timeout
    }

    private struct Waiter: Sendable {
        /// The W3C trace context of the request.
        let trace: String?
        let continuation: CheckedContinuation<Result<WebReply, CallError>, Never>
    }

    /// Those that wait for the next call, for each question of which one is under way.
    private let waiting = Mutex<[Question: [Waiter]]>([:])
    private let kept: KeptReads

    /// - Parameter kept: Gets each answer, in the order in which they come.
    init(for kept: KeptReads) { self.kept = kept }

    /// The answer to a question, by a call that begins after this.
    ///
    /// - Parameters:
    ///   - trace: The W3C trace context of the request; that of the first of those who share a call is handed on.
    ///   - client: The client of the service.
    /// - Throws: ``CallError`` of that call.
    func answer(
        to question: Question,
        trace: String?,
        by client: WorkerClient
    ) async throws(CallError) -> WebReply {
        let result = await withCheckedContinuation { continuation in
            let waiter = Waiter(trace: trace, continuation: continuation)
            let isUnderWay = waiting.withLock { waiting in
                guard waiting[question]?.append(waiter) == nil else { return true }
                waiting[question] = []
                return false
            }
            if !isUnderWay { call(question, for: [waiter], by: client) }
        }
        return try result.get()
    }

    private func call(_ question: Question, for callers: [Waiter], by client: WorkerClient) {
        var options = CallOptions(timeout: question.timeout, isWrite: false, traceparent: callers.first?.trace)
        options.atLeast = question.atLeast
        let key = question.key
        let asked = kept.ask(key)
        client.begin(key.method.name, params: key.params, options: options) { [self] result in
            let result = result.map { WebReply($0, to: key) }
            if case .success(let reply) = result { kept.take(reply, asked: asked) }
            for caller in callers { caller.continuation.resume(returning: result) }
            let next = takeWaiting(for: question)
            if !next.isEmpty { call(question, for: next, by: client) }
        }
    }

    /// Those who came during a call that is over now.
    private func takeWaiting(for question: Question) -> [Waiter] {
        waiting.withLock { waiting in
            let next = waiting[question] ?? []
            waiting[question] = next.isEmpty ? nil : []
            return next
        }
    }
}
