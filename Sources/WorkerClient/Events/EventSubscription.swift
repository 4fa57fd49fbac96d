/// The events of one service, without a gap: see ``SubscriberSignal``.
///
/// It ends when the scope that lent it ends, or when the iterating task is cancelled. For one iteration at a time. A
/// consumer that is slow loses nothing: what no longer fits in memory is fetched from the service's history later.
public struct EventSubscription: AsyncSequence, Sendable {
    /// What the sequence consists of.
    public typealias Element = SubscriberSignal
    /// It ends, but never fails.
    public typealias Failure = Never

    let feed: EventFeed

    /// Begins to iterate.
    public func makeAsyncIterator() -> AsyncIterator {
        AsyncIterator(feed: feed)
    }

    /// Goes through the signals.
    public struct AsyncIterator: AsyncIteratorProtocol {
        let feed: EventFeed
        /// Taken together, because each hop between threads costs more than many signals.
        private var batch: ArraySlice<SubscriberSignal> = []

        init(feed: EventFeed) {
            self.feed = feed
        }

        /// The next signal, waiting for it; `nil` at the end.
        public mutating func next() async -> SubscriberSignal? {
            await next(isolation: #isolation)
        }

        /// The next signal, waiting for it; `nil` at the end.
        public mutating func next(isolation actor: isolated (any Actor)?) async -> SubscriberSignal? {
            guard !Task.isCancelled else { return nil }
            if let signal = batch.popFirst() { return signal }
            guard let (signals, wasFull) = await feed.queue.take() else { return nil }
            if wasFull { await feed.resume() }
            batch = signals[...]
            return batch.popFirst()
        }
    }
}
