internal import Messages
internal import Synchronization
internal import WorkerClient

/// Lets callers who ask the same at the same time have one call between them.
///
/// Who comes while a call is under way waits for the next one, which begins after they came. So each gets an answer that
/// is not older than their question, as without this.
final class SharedReads: Sendable {
    /// What is asked.
    struct Question: Hashable, Sendable {
        let service: ServiceName
        let method: String
        let params: [UInt8]?
    }

    private enum Turn: Sendable {
        /// The call that was made for this caller, too.
        case answered(Result<WebReply, CallError>)
        /// This caller makes the next call, for those who wait as well.
        case call
    }

    /// Those that wait, for each question of which a call is under way.
    private let waiting = Mutex<[Question: [CheckedContinuation<Turn, Never>]]>([:])

    /// The answer to a question, by a call that begins after this.
    ///
    /// - Throws: ``CallError`` of that call.
    func answer(
        to question: Question,
        _ call: () async throws(CallError) -> WebReply
    ) async throws(CallError) -> WebReply {
        switch await turn(question) {
        case .answered(let result): return try result.get()
        case .call:
            let others = begin(question)
            let result: Result<WebReply, CallError>
            do throws(CallError) {
                result = .success(try await call())
            } catch {
                result = .failure(error)
            }
            finish(question, result, others)
            return try result.get()
        }
    }

    private func turn(_ question: Question) async -> Turn {
        await withCheckedContinuation { continuation in
            let isFirst = waiting.withLock { waiting in
                guard waiting[question]?.append(continuation) == nil else { return false }
                waiting[question] = []
                return true
            }
            if isFirst { continuation.resume(returning: .call) }
        }
    }

    /// Takes those for whom a call is made that begins now.
    private func begin(_ question: Question) -> [CheckedContinuation<Turn, Never>] {
        waiting.withLock { waiting in
            defer { waiting[question] = [] }
            return waiting[question] ?? []
        }
    }

    /// Answers those for whom the call was made, and has the next one made for those who came meanwhile.
    private func finish(
        _ question: Question,
        _ result: Result<WebReply, CallError>,
        _ others: [CheckedContinuation<Turn, Never>]
    ) {
        // That one caller has gone is no answer to others.
        let isCancelled = if case .failure(let error) = result { error.code == .cancelled } else { false }
        let next = waiting.withLock { waiting in
            var left = (isCancelled ? others : []) + (waiting[question] ?? [])
            let next = left.isEmpty ? nil : left.removeFirst()
            waiting[question] = next == nil ? nil : left
            return next
        }
        if !isCancelled {
            for other in others { other.resume(returning: .answered(result)) }
        }
        next?.resume(returning: .call)
    }
}
