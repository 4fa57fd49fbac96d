/// Values put in by callbacks and awaited by a test, in their order.
package struct Inlet<Value: Sendable>: Sendable {
    private let stream: AsyncStream<Value>
    private let continuation: AsyncStream<Value>.Continuation

    /// Makes an empty inlet.
    package init() {
        (stream, continuation) = AsyncStream.makeStream()
    }

    /// Puts a value in.
    package func put(_ value: Value) {
        continuation.yield(value)
    }

    /// The next value, waiting for it.
    ///
    /// For one waiting task.
    ///
    /// - Throws: `CancellationError` when the task is cancelled.
    package func next() async throws -> Value {
        for await value in stream {
            return value
        }
        throw CancellationError()
    }
}
