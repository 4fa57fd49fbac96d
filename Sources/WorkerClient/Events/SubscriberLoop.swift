internal import Messages
internal import WireJSON
internal import ZeroMQ
internal import ZeroMQPatterns

/// A ``SubscriberStateMachine`` at work: what is new comes over one transport, what was missed is asked for over another.
///
/// Belongs to the thread of its transports, whose callbacks hold it until ``close()``.
final class SubscriberLoop<Transport: SubscriberTransport, Calls: RequestTransport> {
    private static var maxSilence: Duration { .seconds(3) }
    private static var maxMessagesPerTick: Int { 256 }

    let queue: SignalQueue
    private let service: ServiceName
    private let transport: Transport
    private let channel: ServiceChannel<Calls>
    private var intake: EventIntake
    private var machine: SubscriberStateMachine<SubscriberSignal>
    /// What the machine has to say and the consumer has not got yet.
    private var signals: [SubscriberSignal] = []
    private var backoff: Backoff
    private var failures = 0
    private var lastHeard: SuspendingClock.Instant
    private var silenceTimer: Transport.Timer?
    private var retryTimer: Transport.Timer?
    private var ahead: ReplayAhead?
    private var isClosed = false

    /// - Parameters:
    ///   - service: Whose events.
    ///   - transport: Where they come from.
    ///   - channel: Where missed ones are asked for; opened and closed together with this.
    ///   - start: Where to begin.
    ///   - limits: What to keep in memory.
    ///   - seed: Decides the random part of all pauses.
    init(
        of service: ServiceName,
        over transport: Transport,
        repairingBy channel: ServiceChannel<Calls>,
        from start: StreamStart,
        limits: SubscriberLimits,
        seed: UInt64
    ) {
        self.service = service
        self.transport = transport
        self.channel = channel
        intake = EventIntake(of: service)
        queue = SignalQueue(limit: limits.waiting)
        machine = SubscriberStateMachine(
            start: start,
            limits: StreamLimits(
                buffered: limits.buffered,
                page: EventsReplayParams.limitRange.upperBound,
                lastSequence: SequenceText.maxValue
            )
        )
        backoff = Backoff(seed: seed)
        lastHeard = transport.now
    }

    // MARK: Lifetime

    /// Connects, now or as soon as the service is there.
    ///
    /// - Parameters:
    ///   - name: Hexadecimal digits that no other subscriber has.
    ///   - recent: What subscribers of the same stream on this thread share.
    func open(name: String, sharing recent: RecentEvents? = nil) throws(ZMQError) {
        intake.share(recent)
        try channel.open()
        // One prefix for all topics, the heartbeat's included: every jump in the sequence is then a loss.
        try transport.open(
            prefixes: [EventTopic.all(service), "\(EventTopic.syncPrefix)\(name)."],
            onReadable: { [self] in receive() }
        )
        watchSilence(after: Self.maxSilence)
    }

    func close() {
        isClosed = true
        intake.share(nil)
        transport.close()
        for timer in [silenceTimer, retryTimer] {
            if let timer { transport.cancel(timer) }
        }
        channel.close()
        queue.finish()
    }

    /// The consumer has taken what had filled the queue.
    func resume() {
        machine.resume()
        proceed()
    }

    /// Somebody is there who does not admit us.
    func notAdmitted(_ fault: AdmissionFault) {
        perform(machine.notAdmitted(fault))
        proceed()
    }

    // MARK: What the machine wants

    private func perform(_ action: SubscriberAction<SubscriberSignal>) {
        switch action {
        case .none: break
        case .signal(let signal): signals.append(signal)
        case .signals(let more): signals += more
        case .retry(let more):
            signals += more
            retryLater()
        }
    }

    private func retryLater() {
        let pause = backoff.pause(after: failures, first: .milliseconds(100), cap: .seconds(2))
        failures += 1
        retryTimer = transport.schedule(after: pause) { [self] in
            machine.retry()
            proceed()
        }
    }

    /// Hands all signals on at once, and asks for what is missing unless the consumer has enough.
    private func proceed() {
        guard !isClosed else { return }
        if !signals.isEmpty {
            let isFull = queue.push(signals)
            signals = []
            if isFull { machine.pause() }
        }
        if let request = machine.nextReplay() { replay(request) }
    }

    // MARK: What the publisher sends

    private func receive() {
        var isHeard = false
        var isCutOff = false
        var count = 0
        while count < Self.maxMessagesPerTick, let published = intake.next(over: transport) {
            count += 1
            switch published {
            case .marker(let marker) where marker.refused != nil:
                isHeard = true
                perform(.signal(.refused))
                transport.askAgainLater()
            case .marker(let marker):
                (isHeard, isCutOff) = (true, marker.isCutOff)
                perform(machine.joined(at: marker.position))
            case .heartbeat(let marker):
                (isHeard, isCutOff) = (true, marker.isCutOff)
                perform(machine.heartbeat(marker.position))
            case .event(let event): perform(machine.event(event))
            case .unreadable: break
            }
        }
        if isHeard { lastHeard = transport.now }
        proceed()
        guard isHeard, !isClosed else { return }
        if isCutOff { transport.avoidCutOff() } else { transport.followsLog() }
    }

    private func watchSilence(after delay: Duration) {
        silenceTimer = transport.schedule(after: delay) { [self] in
            let left = Self.maxSilence - lastHeard.duration(to: transport.now)
            if left <= .zero {
                perform(machine.silent())
                transport.goOn()
                proceed()
            }
            watchSilence(after: left > .zero ? left : Self.maxSilence)
        }
    }

    // MARK: The past

    private func replay(_ request: ReplayRequest) {
        guard let ahead, ahead.answers(request) else {
            self.ahead = nil
            return ask(channel.makeNumber(), after: request.after, limit: request.limit) { [self] in
                replayEnded(request, $0)
            }
        }
        if case .ended(let outcome) = ahead.state {
            self.ahead = nil
            replayEnded(request, outcome)
        } else {
            self.ahead?.state = .awaited(request)
        }
    }

    private func ask(
        _ number: Int,
        after: Int,
        limit: Int,
        _ completion: @escaping (RequestOutcome<ServiceCodec>) -> Void
    ) {
        // A worker that is behind must not pass for a stream that went back.
        if let reached = machine.reached { channel.codec.see(reached) }
        let request = CallRequest(
            method: ServiceMethod.replay.name,
            params: EventsReplayParams(after: after, limit: limit).jsonBytes,
            options: CallOptions(isWrite: false)
        )
        channel.begin(number, request) { [self] outcome in
            if case .answered = outcome.ending { channel.codec.answered(outcome.request) }
            completion(outcome)
        }
    }

    /// Asks for the page that follows an answer, before that answer is worked through.
    private func askAhead(of request: ReplayRequest, _ answer: JSONNode) {
        guard request.limit == EventsReplayParams.limitRange.upperBound, !request.isCheck,
            let next = EventsReplayResult.continuation(of: answer), next > request.after
        else { return }
        let number = channel.makeNumber()
        ahead = ReplayAhead(number: number, generation: request.generation, after: next)
        ask(number, after: next, limit: request.limit) { [self] outcome in
            guard !isClosed, let ahead, ahead.number == number else { return }
            if case .awaited(let request) = ahead.state {
                self.ahead = nil
                replayEnded(request, outcome)
            } else {
                self.ahead?.state = .ended(outcome)
            }
        }
    }

    private func replayEnded(_ request: ReplayRequest, _ outcome: RequestOutcome<ServiceCodec>) {
        guard !isClosed else { return }
        let action = answer(to: request, outcome)
        if case .retry = action {} else { failures = 0 }
        perform(action)
        proceed()
    }

    private func answer(to request: ReplayRequest, _ outcome: RequestOutcome<ServiceCodec>) -> SubscriberAction<
        SubscriberSignal
    > {
        switch outcome.ending {
        case .answered(let reply, _):
            askAhead(of: request, reply.result)
            guard let page = EventsReplayResult(reply.result) else { return machine.replayFailed(request) }
            return machine.replayed(
                ReplayPage(epoch: reply.meta?.epoch, events: page.events, next: page.next, isComplete: page.isComplete),
                for: request
            )
        case .refused(let refusal) where refusal.knownReason == .replayTruncated:
            return machine.truncated(first: refusal.firstSequence, for: request)
        default: return machine.replayFailed(request)
        }
    }
}

/// A page of the past that is asked for while the one before it is read, so that service and subscriber both work.
struct ReplayAhead {
    enum State {
        /// Nobody waits for it yet.
        case running
        /// Somebody waits for it.
        case awaited(ReplayRequest)
        /// It ended, and nobody has asked for it yet.
        case ended(RequestOutcome<ServiceCodec>)
    }

    /// Of its call.
    let number: Int
    /// Of the ``ReplayRequest`` before it.
    let generation: Int
    let after: Int
    var state = State.running

    /// Whether it is what is asked for.
    func answers(_ request: ReplayRequest) -> Bool {
        request.generation == generation && request.after == after
            && request.limit == EventsReplayParams.limitRange.upperBound
            && !request.isCheck
    }
}
