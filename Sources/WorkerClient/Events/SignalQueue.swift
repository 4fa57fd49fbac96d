internal import Synchronization

/// Hands signals from the feed's thread to the consumer's task, as many at a time as there are.
final class SignalQueue: Sendable {
    private struct State {
        var signals: [SubscriberSignal] = []
        var isFinished = false
        var lastWait = 0
        /// A wait that was cancelled before it could be stored.
        var cancelledWait = 0
        var waiter: (number: Int, continuation: CheckedContinuation<Void, Never>)?
    }

    private let limit: Int
    private let state = Mutex(State())

    /// - Parameter limit: From how many signals on the queue counts as full.
    init(limit: Int) {
        self.limit = limit
    }

    /// Appends signals.
    ///
    /// - Returns: Whether the queue is full: the feed then stops until ``take()`` has said `wasFull`.
    func push(_ new: [SubscriberSignal]) -> Bool {
        let (waiter, isFull) = state.withLock { state in
            // A consumer that takes nothing must not cost memory with every reconnect.
            if case .live? = state.signals.last, case .live? = new.first { state.signals.removeLast() }
            if state.signals.isEmpty {
                state.signals = new
            } else {
                state.signals.append(contentsOf: new)
            }
            return (state.waiter.take(), state.signals.count >= limit)
        }
        waiter?.continuation.resume()
        return isFull
    }

    /// Ends the stream; what was not taken is dropped.
    func finish() {
        let waiter = state.withLock { state in
            state.isFinished = true
            state.signals = []
            return state.waiter.take()
        }
        waiter?.continuation.resume()
    }

    /// All signals there are, waiting for the first; `nil` at the end, or when the waiting task is cancelled.
    func take() async -> (signals: [SubscriberSignal], wasFull: Bool)? {
        if let taken = takeNow() { return taken }
        let number = state.withLock { state in
            state.lastWait += 1
            return state.lastWait
        }
        await withTaskCancellationHandler {
            await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
                let resumed = state.withLock { state -> CheckedContinuation<Void, Never>? in
                    guard state.signals.isEmpty, !state.isFinished, state.cancelledWait != number else {
                        return continuation
                    }
                    // For one consumer: the latest wins.
                    defer { state.waiter = (number, continuation) }
                    return state.waiter?.continuation
                }
                resumed?.resume()
            }
        } onCancel: {
            let waiter = state.withLock { state -> CheckedContinuation<Void, Never>? in
                guard state.waiter?.number == number else {
                    state.cancelledWait = number
                    return nil
                }
                return state.waiter.take()?.continuation
            }
            waiter?.resume()
        }
        return takeNow()
    }

    /// All signals there are, without waiting; `nil` when there is none.
    func takeNow() -> (signals: [SubscriberSignal], wasFull: Bool)? {
        state.withLock { state in
            guard !state.signals.isEmpty else { return nil }
            var taken: [SubscriberSignal] = []
            swap(&taken, &state.signals)
            return (taken, taken.count >= limit)
        }
    }
}
