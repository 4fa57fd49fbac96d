internal import Messages
internal import WireJSON
internal import ZeroMQ
internal import ZeroMQPatterns

/// The calls to one service over one connection at a time to each of its workers: a ``CallStateMachine`` at work.
///
/// Belongs to the thread of its transports, whose callbacks hold it until ``close()``.
final class CallChannel<Transport: CallTransport> {
    typealias Completion = (Result<ChannelReply, CallError>) -> Void

    private enum Link {
        /// Nothing is open: not yet, or because nobody was admitted. The next call opens it.
        case idle
        /// Open, and not standing yet, or no more.
        case opening
        /// Open, and standing.
        case up
        /// Lost: opened again in a moment.
        case reopening(Transport.Timer)
        /// For good.
        case closed
    }

    private struct Waiter {
        let request: CallRequest
        let policy: CallPolicy
        let completion: Completion
        /// Errors of the service, as the machine counts them.
        var refusals: [RPCError] = []
        /// Whether it was sent last for a worker that is not cut off.
        var isCurrent = false
        var timer: Transport.Timer?
    }

    /// The wait after a lost connection, so that a service that closes every connection is not asked without end.
    private static var reopenInterval: Duration { .milliseconds(100) }
    private static var maxMessagesPerTick: Int { 256 }
    /// How often one read finds out whether a worker is still there that is not cut off.
    private static var staleInterval: Duration { .seconds(2) }

    /// One for each worker.
    private let transports: [Transport]
    private var machine: CallStateMachine
    private var waiters: [Int: Waiter] = [:]
    private var links: [Link]
    private var isClosed = false
    /// What no read may fall behind; `nil` for a single worker, which does not go back.
    private var seen: SeenPosition?
    /// Until when reads take the answer of a worker that is cut off, because all of them are.
    private var staleUntil: SuspendingClock.Instant?
    private var lastNumber = 0
    /// What every id of this channel begins with, so that no other client's reply can be taken for ours.
    private let prefix: String
    private let paramsReader = JSONReader(limits: CallRequest.paramsLimits)
    private let replyReader = JSONReader(
        limits: JSONLimits(bytes: CallRequest.maxFrameBytes, depth: 128, members: CallRequest.maxFrameBytes)
    )
    private var writer = JSONWriter(capacity: 1_024)
    private var outgoing = ZMQMultipart()
    private var incoming = ZMQMultipart()

    /// - Parameters:
    ///   - workers: The endpoints of the service, as its workers name each other, with a connection for each; from one.
    ///   - seed: Decides the random part of all pauses.
    ///   - name: A random number that no other channel of the service has.
    init(over workers: [(endpoint: String, transport: Transport)], seed: UInt64, name: UInt64) {
        transports = workers.map(\.transport)
        links = workers.map { _ in .idle }
        seen = workers.count > 1 ? SeenPosition() : nil
        machine = CallStateMachine(seed: seed, endpoints: workers.map(\.endpoint))
        prefix = String(name, radix: 36) + "-"
    }

    var statistics: CallStatistics { machine.statistics }

    /// The clock and the timers of all.
    private var time: Transport { transports[0] }

    /// Connects, now or as soon as the service is there.
    func open() throws(ZMQError) {
        do {
            for worker in transports.indices { try open(worker) }
        } catch {
            for transport in transports { transport.close() }
            links = links.map { _ in .idle }
            throw error
        }
    }

    private func open(_ worker: Int) throws(ZMQError) {
        links[worker] = .opening
        machine.opening(worker)
        do {
            try transports[worker].open(
                onChange: { [self] change in connectionChanged(change, to: worker) },
                onReadable: { [self] in
                    receive(from: worker, atMost: Self.maxMessagesPerTick)
                    pump()
                }
            )
        } catch {
            links[worker] = .idle
            throw error
        }
    }

    /// Ends every call as cancelled, and closes the connections.
    func close() {
        isClosed = true
        for case .reopening(let timer) in links { time.cancel(timer) }
        links = links.map { _ in .closed }
        for transport in transports { transport.close() }
        for end in machine.close() { finish(end) }
    }

    /// Takes note of a position of the stream that was seen elsewhere.
    func see(_ position: StreamPosition) {
        seen?.see(epoch: position.epoch, sequence: position.sequence)
    }

    func makeNumber() -> Int {
        lastNumber += 1
        return lastNumber
    }

    /// Begins a call; `completion` is called exactly once, perhaps at once.
    func begin(
        _ number: Int,
        _ method: String,
        params: [UInt8]?,
        attachments: [[UInt8]],
        options: CallOptions,
        completion: @escaping Completion
    ) {
        let request = CallRequest(
            id: prefix + String(number),
            method: method,
            params: params,
            attachments: attachments,
            options: options
        )
        if let fault = fault(of: request) {
            return completion(.failure(CallError(fault, idempotencyKey: options.idempotencyKey)))
        }
        let policy = CallPolicy(options, method: method)
        waiters[number] = Waiter(request: request, policy: policy, completion: completion)
        let now = time.now
        for worker in links.indices {
            if case .idle = links[worker], machine.mayTryAgain(worker, now: now) { reopen(worker) }
        }
        machine.begin(number, policy, now: now)
        pump()
        arm(number)
    }

    private func fault(of request: CallRequest) -> CallError.Code? {
        // A position may come in before it is sent.
        let atLeast = seen == nil ? nil : RequestMeta.maxPosition
        return isClosed ? .cancelled : request.fault(atLeast: atLeast, reader: paramsReader, writer: &writer)
    }

    func cancel(_ number: Int) {
        if let end = machine.cancel(number) { finish(end) }
    }

    // MARK: The connections

    private func connectionChanged(_ change: DealerLink.Change, to worker: Int) {
        switch (change, links[worker]) {
        case (.absent, _):
            machine.absent(at: worker)
        case (.accepted, _):
            machine.accepted(at: worker)
        case (.up, _):
            links[worker] = .up
            machine.connected(at: worker)
            pump()
        case (.notAdmitted(let fault), _):
            // libzmq does not try again, and there is nothing to try: the next call does.
            links[worker] = .idle
            transports[worker].close()
            for end in machine.notAdmitted(at: worker, now: time.now) { finish(end, fault: fault) }
        case (.down, .up):
            links[worker] = .opening
            // Answers that came before the end are there already, and count.
            receive(from: worker, atMost: .max)
            // Whoever got one of them may have closed the channel.
            guard case .opening = links[worker] else { return }
            transports[worker].close()
            reopenLater(worker)
            for end in machine.disconnected(at: worker, now: time.now) { finish(end) }
            // Another worker may take what this one leaves.
            pump()
        case (.down, _):
            break
        }
    }

    private func reopen(_ worker: Int) {
        do {
            try open(worker)
        } catch {
            // No file descriptor is left, for example: that may pass.
            reopenLater(worker)
        }
    }

    private func reopenLater(_ worker: Int) {
        links[worker] = .reopening(time.schedule(after: Self.reopenInterval) { [self] in reopen(worker) })
    }

    /// Sends what can be sent.
    private func pump() {
        guard transports.contains(where: \.isOpen) else { return }
        let now = time.now
        while let (number, deadline, worker) = machine.nextToSend(now: now) {
            guard let request = waiters[number]?.request else { continue }
            let isCurrent = asksForCurrent(number, now: now)
            waiters[number]?.isCurrent = isCurrent
            request.fill(
                &outgoing,
                remaining: now.duration(to: deadline),
                atLeast: seen?.sequence,
                isCurrent: isCurrent,
                writer: &writer
            )
            do {
                try transports[worker].send(outgoing)
                machine.sent(number, to: worker, now: now)
                arm(number)
            } catch {
                machine.blocked(number, at: worker)
                transports[worker].whenWritable { [self] in
                    machine.writable(at: worker)
                    pump()
                }
            }
        }
    }

    /// Whether a call is sent for a worker that hears of its log only: not once all have said that they do not, for a stale answer
    /// is better than none.
    private func asksForCurrent(_ number: Int, now: SuspendingClock.Instant) -> Bool {
        guard seen != nil, let waiter = waiters[number], !waiter.request.options.isWrite else { return false }
        let behind = waiter.refusals.count { $0.knownReason == .behind }
        let workers = links.count { if case .up = $0 { true } else { false } }
        if behind >= workers {
            staleUntil = now.advanced(by: Self.staleInterval)
            return false
        }
        guard let staleUntil, behind == 0 else { return true }
        guard now >= staleUntil else { return false }
        // This one finds out for the others.
        self.staleUntil = now.advanced(by: Self.staleInterval)
        return true
    }

    // MARK: Replies

    private func receive(from worker: Int, atMost limit: Int) {
        var count = 0
        while count < limit, (try? transports[worker].receive(into: &incoming)) == true {
            count += 1
            take(from: worker)
        }
    }

    private func take(from worker: Int) {
        guard incoming.count > incoming.jsonFrame,
            let root = try? replyReader.read(incoming.span(of: incoming.jsonFrame)),
            let number = root["id"]?.string.flatMap(number(ofID:))
        else { return machine.strayReply() }
        let reply = Reply(root)
        if seen != nil, let meta = reply?.meta { seen?.see(meta) }
        let answer: CallAnswer =
            switch reply?.outcome {
            case _ where incoming.isIncomplete: .unreadable
            case .success: .result
            case .failure(let error): .refusal(refusal(of: number, error, from: worker))
            case nil: .unreadable
            }
        if let end = machine.reply(number, answer, from: worker, now: time.now) {
            finish(end, reply)
        } else {
            arm(number)
        }
    }

    /// What an error means to a call, which keeps it if it waits for it.
    private func refusal(of number: Int, _ error: RPCError, from worker: Int) -> CallRefusal {
        guard machine.expects(number, from: worker), let waiter = waiters[number] else { return CallRefusal() }
        waiters[number]?.refusals.append(error)
        return CallRefusal(error, waiter.policy)
    }

    private func number(ofID id: String) -> Int? {
        guard id.utf8.starts(with: prefix.utf8) else { return nil }
        return Int(
            id.utf8.dropFirst(prefix.utf8.count).reduce(into: "") { $0.unicodeScalars.append(Unicode.Scalar($1)) }
        )
    }

    private func finish(_ end: CallEnd, _ reply: Reply? = nil, fault: AdmissionFault? = nil) {
        guard let waiter = waiters.removeValue(forKey: end.number) else { return }
        if let timer = waiter.timer { time.cancel(timer) }
        if case .answered = end.ending, waiter.isCurrent { staleUntil = nil }
        if case .answered = end.ending, case .success(let result) = reply?.outcome {
            let first = incoming.jsonFrame + 1
            return waiter.completion(
                .success(
                    ChannelReply(
                        result: result,
                        attachments: (first..<max(first, incoming.count)).map { incoming.frame($0) },
                        meta: reply?.meta,
                        roundTrip: end.firstSent.map { $0.duration(to: time.now) } ?? .zero,
                        sends: end.sends
                    )
                )
            )
        }
        waiter.completion(
            .failure(
                CallError(
                    code(of: end, waiter.refusals, fault),
                    idempotencyKey: waiter.request.options.idempotencyKey,
                    sends: end.sends,
                    lastError: end.lastRefusal.map { waiter.refusals[$0] }
                )
            )
        )
    }

    private func code(of end: CallEnd, _ refusals: [RPCError], _ fault: AdmissionFault?) -> CallError.Code {
        switch end.ending {
        case .answered: .badReply("it has no result")
        case .refused(let number): .refused(refusals[number])
        case .unreachable: .unreachable
        case .notAdmitted: fault.map { .notAdmitted($0) } ?? .unreachable
        case .timedOut: .timedOut
        case .outcomeUnknown: .outcomeUnknown
        case .unreadable:
            .badReply(incoming.isIncomplete ? "it has too many frames" : "it has neither a result nor an error")
        case .cancelled: .cancelled
        }
    }

    // MARK: Time

    private func arm(_ number: Int) {
        guard waiters[number] != nil, let due = machine.arm(number) else { return }
        if let timer = waiters[number]?.timer { time.cancel(timer) }
        waiters[number]?.timer = time.schedule(after: time.now.duration(to: due)) { [self] in
            waiters[number]?.timer = nil
            if let end = machine.timerFired(number, now: time.now) {
                finish(end, nil)
            } else {
                pump()
                arm(number)
            }
        }
    }
}

extension CallChannel<DealerConnection> {
    /// Makes a channel over libzmq.
    ///
    /// - Parameters:
    ///   - address: The service; ``open()`` finds out whether its endpoints are valid.
    ///   - node: The thread to use.
    ///   - onMessage: Told of every message, on that thread.
    convenience init(to address: ServiceAddress, on node: ZMQNode, onMessage: MessageObserver? = nil) {
        self.init(
            over: address.rpcEndpoints.map { endpoint in
                (endpoint, DealerConnection(to: endpoint, keys: address.keys, on: node, onMessage: onMessage))
            },
            seed: .random(in: 0 ... .max),
            name: .random(in: 0 ... .max)
        )
    }
}
