/// What to do about the cancellation of a task: wait for it, or be deaf to it.
enum Cancellation {
    /// Returns when the task was cancelled.
    static func wait() async {
        let (never, continuation) = AsyncStream.makeStream(of: Never.self)
        for await _ in never {}
        continuation.finish()
    }

    /// Runs what has to be done to its end although the task may be cancelled, such as putting back what was taken.
    static func shielding<R: Sendable, Failure: Error>(
        _ body: @escaping @Sendable () async throws(Failure) -> R
    ) async throws(Failure) -> R {
        // An unstructured task, because only that is deaf; waited for right here.
        let task = Task { () async -> Result<R, Failure> in
            do throws(Failure) { return .success(try await body()) } catch { return .failure(error) }
        }
        return try await task.value.get()
    }
}
