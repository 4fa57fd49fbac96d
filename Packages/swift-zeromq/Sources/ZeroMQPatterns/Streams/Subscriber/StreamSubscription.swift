public import ZeroMQ

/// The events of a stream, each once and in order, whatever was lost on the way: see ``StreamElement``.
///
/// It ends when the scope that lent it ends, or when the iterating task is cancelled. For one iteration at a time; another may go
/// on where one was broken off. A consumer that is slow loses nothing: what no longer fits in memory is asked for later.
public struct StreamSubscription: AsyncSequence, Sendable {
    /// What the sequence consists of.
    public typealias Element = StreamElement<PublishedEvent>
    /// It ends, but never fails.
    public typealias Failure = Never

    let feed: StreamFeed

    /// Begins with what comes next.
    public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(feed: feed) }

    /// Takes one element after the other.
    public struct AsyncIterator: AsyncIteratorProtocol {
        let feed: StreamFeed

        /// Waits for the next element.
        ///
        /// - Returns: The element; `nil` at the end, or when the task was cancelled.
        public mutating func next(isolation actor: isolated (any Actor)? = #isolation) async -> Element? {
            await feed.next()
        }
    }
}

/// How a ``StreamSubscription`` connects, and what it keeps.
public struct StreamSubscriptionOptions: Sendable {
    /// How it makes itself known to the publisher and to who answers for the past, and knows them.
    public var security = ZMQClientSecurity.none
    /// How its SUB behaves.
    ///
    /// As it is, a publisher that has come back is connected to within half a second.
    public var socket: ZMQSocketOptions
    /// What is kept while a hole is filled, asked for at a time, and believed.
    public var limits = StreamLimits(page: 200)
    /// How many elements may wait to be taken, from 1.
    ///
    /// With more, by up to some hundreds that come at once, the subscription pauses, and asks for what it missed later.
    public var waiting = 10_000
    /// How long the publisher may say nothing until the view counts as stale.
    public var maximumSilence = Duration.seconds(3)

    /// Creates options: no keys, and events of up to 1 MiB.
    public init() {
        socket = .sub
        socket.maximumFrames = 4
        socket.maximumReconnectInterval = .milliseconds(500)
    }
}

extension ZMQNode {
    /// Lends a subscription to `body`.
    ///
    /// Neither publisher nor past need be there, and may come and go.
    ///
    /// ```swift
    /// try await node.withSubscription(to: "stock/", at: events, replaysFrom: [replays]) { stream in
    ///     for await case .event(let event) in stream { print(event.sequence, event.text) }
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - name: What all topics of the stream begin with, see ``EventHistory``.
    ///   - endpoint: Where events come from.
    ///   - replays: Where missed ones are asked for, from one; all have the same stream.
    ///   - start: Where to begin.
    ///   - options: How it connects, and what it keeps.
    ///   - body: Iterates over the subscription.
    /// - Returns: What `body` returned.
    /// - Throws: `ZMQError` when an endpoint or the name is invalid or no socket can be made, or what `body` threw.
    public func withSubscription<R: Sendable>(
        to name: String,
        at endpoint: ZMQEndpoint,
        replaysFrom replays: [ZMQEndpoint],
        from start: StreamStart = .now,
        _ options: StreamSubscriptionOptions = StreamSubscriptionOptions(),
        _ body: (StreamSubscription) async throws -> R
    ) async throws -> R {
        guard name.utf8.lexicographicallyPrecedes("~".utf8) else {
            throw ZMQError(.invalidOption, "\(name.debugDescription) is no name of a stream: it does not sort before ~")
        }
        var requestOptions = RequestClientOptions()
        requestOptions.security = options.security
        requestOptions.socket.maximumFrames = 8 + 2 * max(1, options.limits.page)
        return try await withRequests(to: replays, requestOptions) { requests in
            let feed = StreamFeed(of: name, at: endpoint, from: start, options, on: self)
            try await feed.open()
            // Cancelled, and waited for, when the scope ends.
            async let _: Void = feed.repair(over: requests)
            do {
                let result = try await body(StreamSubscription(feed: feed))
                await feed.close()
                return result
            } catch {
                await feed.close()
                throw error
            }
        }
    }
}
