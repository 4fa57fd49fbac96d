/// The events of one service, without a gap: see ``SubscriberSignal``.
///
/// It ends when the scope that lent it ends, or when the iterating task is cancelled. For one iteration at a time. A
/// consumer that is slow loses nothing: what no longer fits in memory is fetched from the service's history later.
package struct EventSubscription: AsyncSequence, Sendable {
    /// What the sequence consists of.
    package typealias Element = SubscriberSignal
    /// It ends, but never fails.
    package typealias Failure = Never

    /// The same, as many signals at a time as there are: each hand-over between threads costs more than many signals.
    package let batches: Batches

    init(feed: EventFeed) {
        batches = Batches(feed: feed)
    }

    /// Begins to iterate.
    package func makeAsyncIterator() -> AsyncIterator {
        AsyncIterator(batches: batches.makeAsyncIterator())
    }

    /// Goes through the signals.
    package struct AsyncIterator: AsyncIteratorProtocol {
        private var batches: Batches.AsyncIterator
        /// The next one is the last, which leaves without moving the others.
        private var batch: [SubscriberSignal] = []

        init(batches: Batches.AsyncIterator) {
            self.batches = batches
        }

        /// The next signal, waiting for it; `nil` at the end.
        package mutating func next() async -> SubscriberSignal? {
            await next(isolation: #isolation)
        }

        /// The next signal, waiting for it; `nil` at the end.
        package mutating func next(isolation actor: isolated (any Actor)?) async -> SubscriberSignal? {
            guard !Task.isCancelled else { return nil }
            if let signal = batch.popLast() { return signal }
            guard let signals = await batches.next(isolation: actor) else { return nil }
            batch = signals.reversed()
            return batch.popLast()
        }
    }
}

extension EventSubscription {
    /// The signals of a subscription, many at a time.
    ///
    /// For one iteration at a time, be it over these or over single signals.
    package struct Batches: AsyncSequence, Sendable {
        /// Signals in their order; never none.
        package typealias Element = [SubscriberSignal]
        /// It ends, but never fails.
        package typealias Failure = Never

        let feed: EventFeed

        /// Begins to iterate.
        package func makeAsyncIterator() -> AsyncIterator {
            AsyncIterator(feed: feed)
        }

        /// Goes through the batches.
        package struct AsyncIterator: AsyncIteratorProtocol {
            let feed: EventFeed

            /// The next signals, waiting for the first; `nil` at the end.
            package mutating func next() async -> [SubscriberSignal]? {
                await next(isolation: #isolation)
            }

            /// The next signals, waiting for the first; `nil` at the end.
            package mutating func next(isolation actor: isolated (any Actor)?) async -> [SubscriberSignal]? {
                guard !Task.isCancelled, let (signals, wasFull) = await feed.queue.take() else { return nil }
                if wasFull { await feed.resume() }
                return signals
            }
        }
    }
}
