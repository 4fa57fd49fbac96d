internal import Messages
internal import WireJSON
internal import ZeroMQ

/// The I/O of a ``SubscriberStateMachine``: a SUB for what is new, and a DEALER for what was missed.
actor EventFeed {
    private static let messagesPerTurn = 256
    private static let longestSilence = Duration.seconds(3)
    private static let largestFrame = 1 << 20

    nonisolated let queue: SignalQueue
    nonisolated var unownedExecutor: UnownedSerialExecutor { node.asUnownedSerialExecutor() }

    private let address: ServiceAddress
    private let node: ZMQNode
    private let channel: CallChannel
    private let heartbeatTopic: [UInt8]
    private let clock = SuspendingClock()
    private let reader = JSONReader(
        limits: JSONLimits(bytes: EventFeed.largestFrame, depth: 128, members: EventFeed.largestFrame)
    )
    private var machine: SubscriberStateMachine
    private var backoff: Backoff
    private var failures = 0
    private var socket: SubSocket?
    private var message = ZMQMultipart()
    private var lastHeard: SuspendingClock.Instant
    private var silenceTimer: ZMQTimer?
    private var retryTimer: ZMQTimer?
    private var isClosed = false

    init(_ address: ServiceAddress, on node: ZMQNode, from start: StreamStart, limits: SubscriberLimits) {
        self.address = address
        self.node = node
        channel = CallChannel(node: node)
        heartbeatTopic = Array(EventTopic.heartbeat(address.service).utf8)
        queue = SignalQueue(limit: limits.waiting)
        machine = SubscriberStateMachine(start: start, bufferLimit: limits.buffered)
        backoff = Backoff(seed: .random(in: 0 ... .max))
        lastHeard = clock.now
    }

    // MARK: Lifetime

    func open() throws {
        try channel.open(ZMQEndpoint(parsing: address.rpc))
        let endpoint = try ZMQEndpoint(parsing: address.events)
        var options = ZMQSocketOptions.sub
        options.maximumFrameBytes = Self.largestFrame
        options.maximumFrames = 2
        options.maximumReconnectInterval = .milliseconds(500)
        let socket = try node.makeSub(options)
        self.socket = socket
        // One prefix for all topics, the heartbeat's included: every jump in the sequence is then a loss.
        try socket.subscribe(EventTopic.all(address.service))
        // The protocol wants hexadecimal digits only.
        let name = IdempotencyKey.make().filter { $0 != "-" }
        try socket.subscribe("\(EventTopic.syncPrefix)\(name).")
        node.whenReadable(socket) { self.receive() }
        try socket.connect(endpoint)
        watchSilence(after: Self.longestSilence)
    }

    func close() {
        isClosed = true
        socket?.close()
        socket = nil
        for timer in [silenceTimer, retryTimer] {
            if let timer { node.cancel(timer) }
        }
        channel.close()
        queue.finish()
    }

    /// The consumer has taken what had filled the queue.
    func resume() {
        machine.resume()
        proceed()
    }

    /// Hands on what the machine has to say, and does what it wants.
    private func proceed() {
        guard !isClosed else { return }
        let signals = machine.takeSignals()
        if !signals.isEmpty, queue.push(signals) { machine.pause() }
        if let request = machine.nextReplay() { replay(request) }
    }

    // MARK: The socket

    private func receive() {
        for _ in 0..<Self.messagesPerTurn {
            guard let socket, (try? socket.receive(into: &message)) == true else { break }
            take()
        }
        proceed()
    }

    /// Takes one message.
    ///
    /// What cannot be understood is dropped: if it was an event, the hole is noticed and repaired.
    private func take() {
        guard message.count == 2, message.droppedFrames == 0, let root = try? reader.read(message.span(of: 1)) else {
            return
        }
        let topic = message.frame(0)
        let isMarker = topic.starts(with: EventTopic.syncPrefix.utf8)
        guard isMarker || topic == heartbeatTopic else {
            if let event = CloudEvent(root) { machine.event(event) }
            return
        }
        guard let marker = StreamMarker(root) else { return }
        lastHeard = clock.now
        if isMarker {
            machine.joined(at: marker)
        } else {
            machine.heartbeat(marker)
        }
    }

    private func watchSilence(after delay: Duration) {
        silenceTimer = node.schedule(after: delay) {
            let left = Self.longestSilence - self.lastHeard.duration(to: self.clock.now)
            if left <= .zero {
                self.machine.silent()
                self.proceed()
            }
            self.watchSilence(after: left > .zero ? left : Self.longestSilence)
        }
    }

    // MARK: The past

    private func replay(_ request: ReplayRequest) {
        let params = EventsReplayParams(after: request.after, limit: request.limit)
        channel.begin(
            channel.makeNumber(),
            ServiceMethod.replay,
            params: params.jsonBytes,
            attachments: [],
            options: CallOptions(isWrite: false)
        ) { self.replayEnded(request, $0) }
    }

    private func replayEnded(_ request: ReplayRequest, _ outcome: Result<CallReply, CallError>) {
        guard !isClosed else { return }
        if apply(outcome, to: request) {
            failures = 0
        } else {
            let pause = backoff.pause(after: failures, first: .milliseconds(100), cap: .seconds(2))
            failures += 1
            retryTimer = node.schedule(after: pause) {
                self.machine.retry()
                self.proceed()
            }
        }
        proceed()
    }

    /// - Returns: Whether the replay helped.
    private func apply(_ outcome: Result<CallReply, CallError>, to request: ReplayRequest) -> Bool {
        switch outcome {
        case .success(let reply):
            guard let root = try? reader.read(reply.result), let page = EventsReplayResult(root) else {
                return machine.replayFailed(request)
            }
            return machine.replayed(
                ReplayPage(epoch: reply.meta?.epoch, events: page.events, next: page.next, isComplete: page.isComplete),
                for: request
            )
        case .failure(let error):
            guard case .refused(let refusal) = error.code, refusal.knownReason == .replayTruncated else {
                return machine.replayFailed(request)
            }
            return machine.truncated(first: refusal.firstSequence, for: request)
        }
    }
}
