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
