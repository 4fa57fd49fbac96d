public import ZeroMQ

/// What is seen of a stream, each event once and in order, whatever was lost on the way: see ``StreamSignal``.
///
/// It ends when the scope that lent it ends, or when the iterating task is cancelled. For one iteration at a time; another may go
/// on where one was broken off. A consumer that is slow loses nothing: what no longer fits in memory is asked for later.
public struct StreamSubscription<Signal: StreamSignal>: AsyncSequence, Sendable {
    /// What the sequence consists of.
    public typealias Element = Signal
    /// It ends, but never fails.
    public typealias Failure = Never

    @usableFromInline let queue: StreamQueue<Signal>
    /// Resumes the loop when the queue has room again.
    @usableFromInline let resume: @Sendable () async -> Void

    @inlinable
    init(queue: StreamQueue<Signal>, resume: @escaping @Sendable () async -> Void) {
        self.queue = queue
        self.resume = resume
    }

    /// The same, as many signals at a time as there are: each hand-over between threads costs more than many signals.
    @inlinable public var batches: Batches { Batches(subscription: self) }

    /// Begins with what comes next.
    @inlinable public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(subscription: self) }

    /// Takes one signal after the other.
    public struct AsyncIterator: AsyncIteratorProtocol {
        @usableFromInline let subscription: StreamSubscription

        @inlinable
        init(subscription: StreamSubscription) { self.subscription = subscription }

        /// Waits for the next signal.
        ///
        /// - Returns: The signal; `nil` at the end, or when the task was cancelled.
        @inlinable
        public mutating func next(isolation actor: isolated (any Actor)? = #isolation) async -> Signal? {
            guard !Task.isCancelled, let (signal, hasRoom) = await subscription.queue.next() else { return nil }
            if hasRoom { await subscription.resume() }
            return signal
        }
    }

    /// The signals of a subscription, many at a time.
    public struct Batches: AsyncSequence, Sendable {
        /// Signals in their order; never none.
        public typealias Element = [Signal]
        /// It ends, but never fails.
        public typealias Failure = Never

        @usableFromInline let subscription: StreamSubscription

        @inlinable
        init(subscription: StreamSubscription) { self.subscription = subscription }

        /// Begins with what comes next.
        @inlinable public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(subscription: subscription) }

        /// Takes what there is.
        public struct AsyncIterator: AsyncIteratorProtocol {
            @usableFromInline let subscription: StreamSubscription

            @inlinable
            init(subscription: StreamSubscription) { self.subscription = subscription }

            /// Waits for the next signals.
            ///
            /// - Returns: All that there are; `nil` at the end, or when the task was cancelled.
            @inlinable
            public mutating func next(isolation actor: isolated (any Actor)? = #isolation) async -> [Signal]? {
                guard !Task.isCancelled, let (signals, hasRoom) = await subscription.queue.take() else { return nil }
                if hasRoom { await subscription.resume() }
                return signals
            }
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
        options: StreamSubscriptionOptions = StreamSubscriptionOptions(),
        body: (StreamSubscription<StreamElement<PublishedEvent>>) async throws -> R
    ) async throws -> R {
        guard name.utf8.lexicographicallyPrecedes("~".utf8) else {
            throw ZMQError(.invalidOption, "\(name.debugDescription) is no name of a stream: it does not sort before ~")
        }
        let loop = try StreamLoop(of: name, at: endpoint, replaysFrom: replays, from: start, options: options, on: self)
        return try await StreamFeed(loop, on: self).withSubscription(body)
    }
}

extension StreamLoop<SubLink, DealerLink, FramedStreamCodec> {
    convenience init(
        of name: String,
        at endpoint: ZMQEndpoint,
        replaysFrom replays: [ZMQEndpoint],
        from start: StreamStart,
        options: StreamSubscriptionOptions,
        on node: ZMQNode
    ) throws(ZMQError) {
        var requestOptions = RequestClientOptions()
        requestOptions.security = options.security
        requestOptions.socket.maximumFrames = 8 + 2 * max(1, options.limits.page)
        self.init(
            over: SubLink(to: [endpoint], as: options.security, options: options.socket, on: node),
            repairingBy: try RequestChannel(to: replays, requestOptions, on: node),
            codec: FramedStreamCodec(of: name, lastSequence: options.limits.lastSequence),
            from: start,
            options,
            seed: .random(in: 0 ... .max)
        )
    }
}
