public import ZeroMQ

/// A ``SubscriberStateMachine`` at work: what is new comes over one transport, what was missed is asked for over another.
///
/// Belongs to the thread of its transports, whose callbacks hold it until ``close()``.
///
/// Generic code is inlined where it is used, so that there it is made for the events at hand.
public final class StreamLoop<Transport: StreamTransport, Calls: RequestTransport, Codec: StreamCodec> {
    /// What the subscriber sees.
    public typealias Signal = Codec.Signal
    @usableFromInline typealias Outcome = RequestOutcome<Codec.Requests>

    /// A page of the past that is asked for while the one before it is read, so that both sides work.
    @usableFromInline
    struct ReplayAhead {
        @usableFromInline
        enum State {
            /// Nobody waits for it yet.
            case running
            /// Someone waits for it.
            case awaited(ReplayRequest)
            /// It ended, and nobody has asked for it yet.
            case ended(Outcome)
        }

        /// Of its request.
        @usableFromInline let number: Int
        /// Of the ``ReplayRequest`` before it.
        @usableFromInline let generation: Int
        @usableFromInline let after: Int
        @usableFromInline var state = State.running

        @inlinable
        init(number: Int, generation: Int, after: Int) {
            self.number = number
            self.generation = generation
            self.after = after
        }
    }

    @inlinable static var maxMessagesAtOnce: Int { 256 }

    /// What was seen and not taken yet.
    public let queue: StreamQueue<Signal>
    @usableFromInline let transport: Transport
    @usableFromInline let channel: RequestChannel<Calls, Codec.Requests>
    @usableFromInline let page: Int
    @usableFromInline let maxSilence: Duration
    @usableFromInline var codec: Codec
    @usableFromInline var incoming = ZMQMultipart()
    @usableFromInline var machine: SubscriberStateMachine<Signal>
    /// What the machine has to say and the consumer has not got yet.
    @usableFromInline var signals: [Signal] = []
    @usableFromInline var backoff: Backoff
    @usableFromInline var failures = 0
    @usableFromInline var lastHeard: SuspendingClock.Instant
    @usableFromInline var silenceTimer: Transport.Timer?
    @usableFromInline var retryTimer: Transport.Timer?
    @usableFromInline var ahead: ReplayAhead?
    @usableFromInline var isClosed = false

    /// - Parameters:
    ///   - transport: Where events come from.
    ///   - channel: Where missed ones are asked for; opened and closed together with this.
    ///   - codec: How events are read and missed ones asked for.
    ///   - start: Where to begin.
    ///   - options: What to keep, and how long the publisher may be silent.
    ///   - seed: Decides the random part of all pauses.
    @inlinable
    public init(
        over transport: Transport,
        repairingBy channel: RequestChannel<Calls, Codec.Requests>,
        codec: Codec,
        from start: StreamStart,
        _ options: StreamSubscriptionOptions,
        seed: UInt64
    ) {
        self.transport = transport
        self.channel = channel
        self.codec = codec
        page = max(1, options.limits.page)
        maxSilence = options.maximumSilence
        queue = StreamQueue(limit: options.waiting)
        machine = SubscriberStateMachine(start: start, limits: options.limits)
        backoff = Backoff(seed: seed)
        lastHeard = transport.now
    }

    // MARK: Lifetime

    /// Connects, now or as soon as the publisher is there.
    ///
    /// - Throws: `ZMQError` when that is impossible.
    @inlinable
    public func open() throws(ZMQError) {
        codec.opened()
        try channel.open()
        try transport.open(
            prefixes: codec.prefixes,
            onReadable: { [self] in receive() },
            onNotAdmitted: { [self] fault in
                perform(machine.notAdmitted(fault))
                proceed()
            }
        )
        watchSilence(after: maxSilence)
    }

    /// Ends the subscription, and drops what nobody has taken.
    @inlinable
    public func close() {
        isClosed = true
        codec.closed()
        transport.close()
        for case let timer? in [silenceTimer, retryTimer] { transport.cancel(timer) }
        channel.close()
        queue.finish()
    }

    /// The consumer has taken what had filled the queue.
    @inlinable
    public func resume() {
        machine.resume()
        proceed()
    }

    /// How far the stream is known to have come.
    var reached: StreamPosition? { machine.reached }

    // MARK: What the machine wants

    @inlinable
    func perform(_ action: SubscriberAction<Signal>) {
        switch action {
        case .none: break
        case .signal(let signal): signals.append(signal)
        case .signals(let more): signals += more
        case .retry(let more):
            signals += more
            retryLater()
        }
    }

    @inlinable
    func retryLater() {
        let pause = backoff.pause(after: failures, first: .milliseconds(100), cap: .seconds(2))
        failures += 1
        retryTimer = transport.schedule(after: pause) { [self] in
            machine.retry()
            proceed()
        }
    }

    /// Hands all signals on at once, and asks for what is missing unless the consumer has enough.
    @inlinable
    func proceed() {
        guard !isClosed else { return }
        if !signals.isEmpty {
            let isFull = queue.push(signals)
            signals = []
            if isFull { machine.pause() }
        }
        if let request = machine.nextReplay() { replay(request) }
    }

    // MARK: What the publisher sends

    @inlinable
    func receive() {
        var isHeard = false
        var isCutOff = false
        var count = 0
        while count < Self.maxMessagesAtOnce, (try? transport.receive(into: &incoming)) == true {
            count += 1
            switch codec.read(incoming) {
            case .event(let event): perform(machine.event(event))
            case .joined(let position, let isLeft):
                (isHeard, isCutOff) = (true, isLeft)
                perform(machine.joined(at: position))
            case .heartbeat(let position, let isLeft):
                (isHeard, isCutOff) = (true, isLeft)
                perform(machine.heartbeat(position))
            case .refused(let signal):
                isHeard = true
                perform(.signal(signal))
                transport.askAgainLater()
            case .unreadable: break
            }
        }
        if isHeard { lastHeard = transport.now }
        proceed()
        guard isHeard, !isClosed else { return }
        transport.heard(isCutOff: isCutOff)
    }

    @inlinable
    func watchSilence(after delay: Duration) {
        silenceTimer = transport.schedule(after: delay) { [self] in
            let left = maxSilence - lastHeard.duration(to: transport.now)
            if left <= .zero {
                perform(machine.silent())
                transport.switchPublisher()
                proceed()
            }
            watchSilence(after: left > .zero ? left : maxSilence)
        }
    }

    // MARK: The past

    @inlinable
    func replay(_ request: ReplayRequest) {
        guard let ahead, isFullPage(request), request.generation == ahead.generation, request.after == ahead.after
        else {
            self.ahead = nil
            return ask(channel.makeNumber(), after: request.after, limit: request.limit) { [self] in
                replayEnded(request, with: $0)
            }
        }
        if case .ended(let outcome) = ahead.state {
            self.ahead = nil
            replayEnded(request, with: outcome)
        } else {
            self.ahead?.state = .awaited(request)
        }
    }

    /// Whether a request is one of those that follow each other.
    @inlinable
    func isFullPage(_ request: ReplayRequest) -> Bool {
        request.limit == page && !request.isCheck
    }

    @inlinable
    func ask(_ number: Int, after position: Int, limit: Int, completion: @escaping (Outcome) -> Void) {
        let reached = machine.reached
        let request = codec.replay(after: position, limit: limit, reached: reached, with: &channel.codec)
        channel.begin(number, request: request, completion: completion)
    }

    /// Asks for the page that follows an answer, before that answer is worked through.
    @inlinable
    func askAhead(of request: ReplayRequest, _ answer: Codec.Requests.Result) {
        guard isFullPage(request), let next = codec.continuation(of: answer), next > request.after else { return }
        let number = channel.makeNumber()
        ahead = ReplayAhead(number: number, generation: request.generation, after: next)
        ask(number, after: next, limit: request.limit) { [self] outcome in
            guard !isClosed, let ahead, ahead.number == number else { return }
            if case .awaited(let request) = ahead.state {
                self.ahead = nil
                replayEnded(request, with: outcome)
            } else {
                self.ahead?.state = .ended(outcome)
            }
        }
    }

    @inlinable
    func replayEnded(_ request: ReplayRequest, with outcome: Outcome) {
        guard !isClosed else { return }
        if case .answered(let answer, _) = outcome.ending { askAhead(of: request, answer) }
        let action =
            switch codec.replayed(outcome, after: request.after) {
            case .page(let page): machine.replayed(page, for: request)
            case .truncated(let first): machine.truncated(first: first, for: request)
            case .failed: machine.replayFailed(request)
            }
        if case .retry = action {} else { failures = 0 }
        perform(action)
        proceed()
    }
}
