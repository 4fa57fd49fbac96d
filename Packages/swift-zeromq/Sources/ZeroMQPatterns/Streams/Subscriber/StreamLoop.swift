internal import ZeroMQ

/// A ``SubscriberStateMachine`` at work: what is new comes over a SUB, what was missed is asked for by somebody else.
///
/// Belongs to the owner thread of its node, whose callbacks hold it until ``close()``.
final class StreamLoop {
    typealias Element = StreamElement<PublishedEvent>

    /// The pause until a publisher that did not admit us is asked again; libzmq itself would not.
    private static let askAgainInterval = Duration.seconds(2)
    private static let maxMessagesAtOnce = 256

    private let node: ZMQNode
    private let name: String
    private let sync = EventHistory.syncPrefix + String(UInt64.random(in: 0 ... .max), radix: 36)
    private let endpoint: ZMQEndpoint
    private let options: StreamSubscriptionOptions
    private var machine: SubscriberStateMachine<Element>
    private var backoff = Backoff(seed: .random(in: 0 ... .max))
    private var failures = 0
    /// What the consumer has not taken yet.
    private var elements = RingQueue<Element>()
    private var isPaused = false
    /// The replay to begin.
    private var request: ReplayRequest?
    private var consumer: Waiter?
    private var repairer: Waiter?
    private var socket: SubSocket?
    private var watch: AdmissionWatch?
    private var incoming = ZMQMultipart()
    private var silenceTimer: ZMQTimer?
    private var retryTimer: ZMQTimer?
    private var openTimer: ZMQTimer?
    private var isClosed = false

    init(
        of name: String,
        at endpoint: ZMQEndpoint,
        from start: StreamStart,
        _ options: StreamSubscriptionOptions,
        on node: ZMQNode
    ) {
        self.node = node
        self.name = name
        self.endpoint = endpoint
        self.options = options
        machine = SubscriberStateMachine(start: start, limits: options.limits)
    }

    // MARK: Lifetime

    func open() throws(ZMQError) {
        try connect()
        watchSilence()
    }

    func close() {
        isClosed = true
        disconnect()
        for case let timer? in [silenceTimer, retryTimer, openTimer] { node.cancel(timer) }
        elements.removeAll()
        _ = consumer?.serve()
        _ = repairer?.serve()
    }

    private func connect() throws(ZMQError) {
        try endpoint.requirePrivate()
        let socket = try node.makeSub(options.socket)
        let watch = AdmissionWatch(of: endpoint, as: options.security, on: node) { [self] in notAdmitted($0) }
        do {
            try socket.monitor { watch.see($0) }
            // One prefix for all topics, the heartbeat's included: every jump in the sequence is then a loss.
            try socket.subscribe(name)
            try socket.subscribe(sync)
            node.whenReadable(socket) { [self] in receive() }
            try socket.connect(endpoint, options.security)
        } catch {
            socket.close()
            throw error
        }
        self.socket = socket
        self.watch = watch
    }

    private func disconnect() {
        watch?.stop()
        watch = nil
        socket?.close()
        socket = nil
    }

    private func notAdmitted(_ fault: AdmissionFault) {
        disconnect()
        openTimer = node.schedule(after: Self.askAgainInterval) { [self] in
            // Nothing but a lack of files can go wrong that did not before; the silence is told then.
            try? connect()
        }
        perform(machine.notAdmitted(fault))
        proceed()
    }

    // MARK: What the publisher sends

    private func receive() {
        var isHeard = false
        for _ in 0..<Self.maxMessagesAtOnce {
            guard let socket, (try? socket.receive(into: &incoming)) == true else { break }
            switch PublishedMessage(incoming, lastSequence: options.limits.lastSequence) {
            case .event(let event): perform(machine.event(event))
            case .position(let position, topic: sync):
                isHeard = true
                perform(machine.joined(at: position))
            case .position(let position, topic: name):
                isHeard = true
                perform(machine.heartbeat(position))
            // If it was an event, the hole is noticed and repaired.
            case .position, nil: break
            }
        }
        if isHeard { watchSilence() }
        proceed()
    }

    private func watchSilence() {
        if let silenceTimer { node.cancel(silenceTimer) }
        silenceTimer = node.schedule(after: options.maximumSilence) { [self] in
            perform(machine.silent())
            watchSilence()
            proceed()
        }
    }

    // MARK: What the machine wants

    private func perform(_ action: SubscriberAction<Element>) {
        switch action {
        case .none: break
        case .signal(let element): elements.append(element)
        case .signals(let more): for element in more { elements.append(element) }
        case .retry(let more):
            for element in more { elements.append(element) }
            let pause = backoff.pause(after: failures, first: .milliseconds(100), cap: .seconds(2))
            failures += 1
            retryTimer = node.schedule(after: pause) { [self] in
                machine.retry()
                proceed()
            }
        }
    }

    /// Hands on what there is, and asks for what is missing unless the consumer has enough.
    private func proceed() {
        guard !isClosed else { return }
        if elements.count >= options.waiting, !isPaused {
            isPaused = true
            machine.pause()
        }
        if elements.count > 0 { _ = consumer?.serve() }
        guard let next = machine.nextReplay() else { return }
        request = next
        _ = repairer?.serve()
    }

    // MARK: The consumer

    /// How many elements wait for the consumer.
    var waiting: Int { elements.count }

    /// How far the stream is known to have come.
    var reached: StreamPosition? { machine.reached }

    /// The next element, waiting for it; `nil` at the end, or when the task was cancelled.
    func next() async -> Element? {
        if elements.count == 0, !isClosed {
            try? await node.wait(timeout: nil) { [self] in
                elements.count > 0 || isClosed
            } begin: { waiter in
                consumer = waiter
                return { [self] in consumer = nil }
            }
            consumer = nil
        }
        let element = elements.popFirst()
        if isPaused, elements.count <= options.waiting / 2 {
            isPaused = false
            machine.resume()
            proceed()
        }
        return element
    }

    // MARK: The past

    /// The next replay to ask for, waiting for it; `nil` at the end, or when the task was cancelled.
    func nextRequest() async -> ReplayRequest? {
        if request == nil, !isClosed {
            try? await node.wait(timeout: nil) { [self] in
                request != nil || isClosed
            } begin: { waiter in
                repairer = waiter
                return { [self] in repairer = nil }
            }
            repairer = nil
        }
        defer { request = nil }
        return isClosed ? nil : request
    }

    /// What to ask, see ``EventHistory/replay(_:)``.
    func question(_ request: ReplayRequest) -> ZMQMultipart {
        ZMQMultipart(utf8: "replay", name, "\(request.after)", "\(request.limit)")
    }

    /// A replay was answered, or was not.
    func replayed(_ answer: RequestAnswer, for request: ReplayRequest) {
        guard !isClosed else { return }
        let action =
            switch answer {
            case .done(let body):
                ReplayPage(body, after: request.after).map { machine.replayed($0, for: request) }
                    ?? machine.replayFailed(request)
            case .refused(let why) where why.count == 2 && why.text(0) == "truncated":
                machine.truncated(first: Int(why.text(1)), for: request)
            default: machine.replayFailed(request)
            }
        if case .retry = action {} else { failures = 0 }
        perform(action)
        proceed()
    }
}

extension ReplayPage<PublishedEvent> {
    /// Reads an answer of ``EventHistory/replay(_:)``; `nil` when it is none.
    fileprivate init?(_ body: ZMQMultipart, after: Int) {
        guard body.count >= 3, body.count % 2 == 1, let next = Int(body.text(1)), next >= 0 else { return nil }
        let epoch = body.text(0)
        let events = stride(from: 3, to: body.count, by: 2).map { index in
            PublishedEvent(
                topic: body.text(index),
                epoch: epoch,
                sequence: after + (index - 1) / 2,
                payload: body.frame(index + 1)
            )
        }
        self.init(epoch: epoch, events: events, next: next, isComplete: body.text(2) == "all")
    }
}
