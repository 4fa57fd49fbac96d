/// What to do about the cancellation of a task: wait for it, or be deaf to it.
enum Cancellation {
    /// Returns when the task was cancelled.
    static func wait() async {
        let (never, continuation) = AsyncStream.makeStream(of: Never.self)
        for await _ in never {}
        continuation.finish()
    }

    /// Runs what has to be done to its end although the task may be cancelled, such as putting back what was taken.
    static func shielding<R: Sendable>(_ body: @escaping @Sendable () async throws -> R) async throws -> R {
        // Waited for right here; that is all that an unstructured task is good for.
        try await Task { try await body() }.value
    }
}
