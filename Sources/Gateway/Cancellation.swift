/// The end of a task that has nothing to do but to be cancelled.
enum Cancellation {
    /// Returns when the task was cancelled.
    static func wait() async {
        let (never, continuation) = AsyncStream.makeStream(of: Never.self)
        for await _ in never {}
        continuation.finish()
    }
}
