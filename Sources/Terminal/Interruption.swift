internal import Glibc
internal import Synchronization

/// SIGINT as cancellation, so that what is in flight can say how far it got.
package enum Interruption {
    /// Runs `body` and cancels it at the first SIGINT; the second ends the process at once.
    ///
    /// - Returns: What `body` returned, also when it was cancelled, and whether it was.
    package static func cancelling<R: Sendable>(
        _ body: @escaping @Sendable () async -> R
    ) async -> (result: R, isInterrupted: Bool) {
        let (signals, continuation) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        let wasSeen = Atomic(false)
        let onSignal: SignalHandlers.Handler = { _ in
            if wasSeen.exchange(true, ordering: .relaxed) {
                TerminalScreen.leave()
                HiddenInput.end()
                _exit(128 + SIGINT)
            }
            continuation.yield()
        }
        return await SignalHandlers.handling([SIGINT], with: onSignal) {
            await cancelling(at: signals, body)
        }
    }

    private static func cancelling<R: Sendable>(
        at signals: AsyncStream<Void>,
        _ body: @escaping @Sendable () async -> R
    ) async -> (result: R, isInterrupted: Bool) {
        await withTaskGroup(of: R?.self) { group in
            group.addTask { await body() }
            group.addTask {
                for await _ in signals { break }
                return nil
            }
            var isInterrupted = false
            while true {
                switch await group.next() {
                case .some(.some(let result)):
                    group.cancelAll()
                    return (result, isInterrupted)
                default:
                    isInterrupted = true
                    group.cancelAll()
                }
            }
        }
    }
}

/// What to do about the cancellation of a task: wait for it, or be deaf to it.
package enum Cancellation {
    /// Returns when the task was cancelled.
    package static func wait() async {
        let (never, continuation) = AsyncStream.makeStream(of: Never.self)
        for await _ in never {}
        continuation.finish()
    }

    /// Runs what has to be done to its end although the task may be cancelled, such as putting back what was taken.
    package static func shielding<R: Sendable, Failure: Error>(
        _ body: @escaping @Sendable () async throws(Failure) -> R
    ) async throws(Failure) -> R {
        // An unstructured task, because only that is deaf; waited for right here.
        let task = Task { () async -> Result<R, Failure> in
            do throws(Failure) { return .success(try await body()) } catch { return .failure(error) }
        }
        return try await task.value.get()
    }
}
