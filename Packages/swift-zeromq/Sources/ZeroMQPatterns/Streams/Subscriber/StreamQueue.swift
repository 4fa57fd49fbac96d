public import Synchronization

/// Hands signals from the thread of a ``StreamLoop`` to its consumer, one or as many at a time as there are.
public final class StreamQueue<Signal: StreamSignal>: Sendable {
    @usableFromInline
    struct State: Sendable {
        @usableFromInline var signals = RingQueue<Signal>()
        /// It was full, and has not been emptied enough since.
        @usableFromInline var isFull = false
        @usableFromInline var isFinished = false
        @usableFromInline var lastWait = 0
        /// A wait that was cancelled before it could be stored.
        @usableFromInline var cancelledWait = 0
        @usableFromInline var waiter: (number: Int, continuation: CheckedContinuation<Void, Never>)?

        @inlinable
        init() {}
    }

    @usableFromInline let limit: Int
    @usableFromInline let state = Mutex(State())

    /// - Parameter limit: From how many signals on the queue counts as full, from 1.
    @inlinable
    public init(limit: Int) {
        self.limit = limit
    }

    /// How many signals wait.
    var count: Int { state.withLock { $0.signals.count } }

    /// Appends signals.
    ///
    /// - Returns: Whether the queue is full: the loop then pauses until someone who took signals was shown `hasRoom`.
    @inlinable
    func push(_ new: [Signal]) -> Bool {
        let (waiter, isFull) = state.withLock { state in
            // A consumer that takes nothing must not cost memory with every reconnect.
            if let last = state.signals.last, last.isLive, let first = new.first, first.isLive {
                _ = state.signals.popLast()
            }
            for signal in new { state.signals.append(signal) }
            if state.signals.count >= limit { state.isFull = true }
            return (state.waiter.take(), state.signals.count >= limit)
        }
        waiter?.continuation.resume()
        return isFull
    }

    /// Ends the stream; what was not taken is dropped.
    @inlinable
    func finish() {
        let waiter = state.withLock { state in
            state.isFinished = true
            state.signals.removeAll()
            return state.waiter.take()
        }
        waiter?.continuation.resume()
    }

    // MARK: The consumer

    /// All signals there are, without waiting; `nil` when there is none.
    ///
    /// - Returns: The signals, and whether a queue that was full has room for more.
    @inlinable
    public func takeNow() -> (signals: [Signal], hasRoom: Bool)? {
        state.withLock { state in
            guard state.signals.count > 0 else { return nil }
            var taken: [Signal] = []
            taken.reserveCapacity(state.signals.count)
            while let signal = state.signals.popFirst() { taken.append(signal) }
            defer { state.isFull = false }
            return (taken, state.isFull)
        }
    }

    /// All signals there are, waiting for the first; `nil` at the end, or when the waiting task is cancelled.
    @inlinable
    func take() async -> (signals: [Signal], hasRoom: Bool)? {
        if let taken = takeNow() { return taken }
        await wait()
        return takeNow()
    }

    /// The next signal, waiting for it; `nil` at the end, or when the waiting task is cancelled.
    @inlinable
    func next() async -> (signal: Signal, hasRoom: Bool)? {
        if let taken = nextNow() { return taken }
        await wait()
        return nextNow()
    }

    @inlinable
    func nextNow() -> (signal: Signal, hasRoom: Bool)? {
        state.withLock { state in
            guard let signal = state.signals.popFirst() else { return nil }
            let hasRoom = state.isFull && state.signals.count <= limit / 2
            if hasRoom { state.isFull = false }
            return (signal, hasRoom)
        }
    }

    /// Waits for signals, the end, or the task's cancellation.
    @usableFromInline
    func wait() async {
        let number = state.withLock { state in
            state.lastWait += 1
            return state.lastWait
        }
        await withTaskCancellationHandler {
            await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
                let resumed = state.withLock { state -> CheckedContinuation<Void, Never>? in
                    guard state.signals.count == 0, !state.isFinished, state.cancelledWait != number else {
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
    }
}
