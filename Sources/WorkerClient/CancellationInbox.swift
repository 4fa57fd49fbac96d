internal import Synchronization

/// Carries the numbers of cancelled calls from any thread to the client's own.
///
/// A cancellation handler can neither wait nor start a task that nobody owns; the client's one child task waits here
/// instead.
final class CancellationInbox: Sendable {
    private struct State {
        var numbers: [Int] = []
        var isFinished = false
        var waiter: CheckedContinuation<Void, Never>?
    }

    private let state = Mutex(State())

    func put(_ number: Int) {
        let waiter = state.withLock { state in
            state.numbers.append(number)
            return state.waiter.take()
        }
        waiter?.resume()
    }

    /// Ends the waiting for good.
    func finish() {
        let waiter = state.withLock { state in
            state.isFinished = true
            return state.waiter.take()
        }
        waiter?.resume()
    }

    /// The numbers put in since the last time, waiting for the first; `nil` after the end.
    ///
    /// Not ended by cancelling the waiting task: that is when the numbers come. For one waiting task.
    func next() async -> [Int]? {
        await withCheckedContinuation { continuation in
            let isReady = state.withLock { state in
                guard state.numbers.isEmpty, !state.isFinished else { return true }
                state.waiter = continuation
                return false
            }
            if isReady { continuation.resume() }
        }
        return state.withLock { state in
            guard !state.numbers.isEmpty else { return nil }
            defer { state.numbers = [] }
            return state.numbers
        }
    }
}
