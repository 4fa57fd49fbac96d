internal import Messages
internal import WireJSON
internal import ZeroMQ

/// The calls to one service over one connection at a time: a ``CallStateMachine`` at work.
///
/// Belongs to the thread of its transport, whose callbacks hold it until ``close()``.
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
        let completion: Completion
        var timer: Transport.Timer?
    }

    /// The wait after a lost connection, so that a service that closes every connection is not asked without end.
    private static var reopenInterval: Duration { .milliseconds(100) }
    private static var maxMessagesPerTick: Int { 256 }

    private let transport: Transport
    private var machine: CallStateMachine
    private var waiters: [Int: Waiter] = [:]
    private var link = Link.idle
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
    ///   - transport: The connection and the time.
    ///   - seed: Decides the random part of all pauses.
    ///   - name: A random number that no other channel of the service has.
    init(over transport: Transport, seed: UInt64, name: UInt64) {
        self.transport = transport
        machine = CallStateMachine(seed: seed)
        prefix = String(name, radix: 36) + "-"
    }

    var statistics: ClientStatistics { machine.statistics }

    /// Connects, now or as soon as the service is there.
    func open() throws(ZMQError) {
        link = .opening
        do {
            try transport.open(
                onChange: { [self] change in connectionChanged(change) },
                onReadable: { [self] in
                    receive(atMost: Self.maxMessagesPerTick)
                    pump()
                }
            )
        } catch {
            link = .idle
            throw error
        }
    }

    /// Ends every call as cancelled, and closes the connection.
    func close() {
        if case .reopening(let timer) = link { transport.cancel(timer) }
        link = .closed
        transport.close()
        for end in machine.close() { finish(end, nil) }
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
        waiters[number] = Waiter(request: request, completion: completion)
        if case .idle = link { reopen() }
        machine.begin(number, CallPolicy(options), now: transport.now)
        pump()
        arm(number)
    }

    private func fault(of request: CallRequest) -> CallError.Code? {
        if case .closed = link { .cancelled } else { request.fault(reader: paramsReader, writer: &writer) }
    }

    func cancel(_ number: Int) {
        if let end = machine.cancel(number) { finish(end, nil) }
    }

    // MARK: The connection

    private func connectionChanged(_ change: ConnectionChange) {
        switch (change, link) {
        case (.absent, _):
            machine.absent()
        case (.accepted, _):
            machine.accepted()
        case (.up, _):
            link = .up
            machine.connected()
            pump()
        case (.notAdmitted(let fault), _):
            // libzmq does not try again, and there is nothing to try: the next call does.
            link = .idle
            transport.close()
            for end in machine.notAdmitted(fault) { finish(end, nil) }
        case (.down, .up):
            link = .opening
            // Answers that came before the end are there already, and count.
            receive(atMost: .max)
            // Whoever got one of them may have closed the channel.
            guard case .opening = link else { return }
            transport.close()
            reopenLater()
            for end in machine.disconnected(now: transport.now) { finish(end, nil) }
        case (.down, _):
            break
        }
    }

    private func reopen() {
        do {
            try open()
        } catch {
            // No file descriptor is left, for example: that may pass.
            reopenLater()
        }
    }

    private func reopenLater() {
        link = .reopening(transport.schedule(after: Self.reopenInterval) { [self] in reopen() })
    }

    /// Sends what can be sent.
    private func pump() {
        guard transport.isOpen else { return }
        let now = transport.now
        while let (number, deadline) = machine.nextToSend(now: now) {
            guard let request = waiters[number]?.request else { continue }
            request.fill(&outgoing, remaining: now.duration(to: deadline), writer: &writer)
            do {
                try transport.send(outgoing)
                machine.sent(number, now: now)
                arm(number)
            } catch {
                machine.blocked(number)
                transport.whenWritable { [self] in
                    machine.writable()
                    pump()
                }
            }
        }
    }

    // MARK: Replies

    private func receive(atMost limit: Int) {
        var count = 0
        while count < limit, (try? transport.receive(into: &incoming)) == true {
            count += 1
            take()
        }
    }

    private func take() {
        guard incoming.count > 0,
            let root = try? replyReader.read(incoming.span(of: 0)),
            let number = root["id"]?.string.flatMap(number(ofID:))
        else { return machine.strayReply() }
        let reply = Reply(root)
        let answer: CallAnswer =
            switch reply?.outcome {
            case _ where incoming.isIncomplete: .unreadable("it has too many frames")
            case .success: .result
            case .failure(let error): .error(error)
            case nil: .unreadable("it has neither a result nor an error")
            }
        if let end = machine.reply(number, answer, now: transport.now) {
            finish(end, reply)
        } else {
            arm(number)
        }
    }

    private func number(ofID id: String) -> Int? {
        guard id.utf8.starts(with: prefix.utf8) else { return nil }
        return Int(
            id.utf8.dropFirst(prefix.utf8.count).reduce(into: "") { $0.unicodeScalars.append(Unicode.Scalar($1)) }
        )
    }

    private func finish(_ end: CallEnd, _ reply: Reply?) {
        guard let waiter = waiters.removeValue(forKey: end.number) else { return }
        if let timer = waiter.timer { transport.cancel(timer) }
        let key = waiter.request.options.idempotencyKey
        switch end.ending {
        case .answered:
            guard case .success(let result) = reply?.outcome else {
                let fault = CallError.Code.badReply("it has no result")
                return waiter.completion(.failure(CallError(fault, idempotencyKey: key, sends: end.sends)))
            }
            waiter.completion(
                .success(
                    ChannelReply(
                        result: result,
                        attachments: (1..<max(1, incoming.count)).map { incoming.frame($0) },
                        meta: reply?.meta,
                        roundTrip: end.firstSent.map { $0.duration(to: transport.now) } ?? .zero,
                        sends: end.sends
                    )
                )
            )
        case .failed(let code):
            waiter.completion(
                .failure(CallError(code, idempotencyKey: key, sends: end.sends, lastError: end.lastError))
            )
        }
    }

    // MARK: Time

    private func arm(_ number: Int) {
        guard waiters[number] != nil, let due = machine.arm(number) else { return }
        if let timer = waiters[number]?.timer { transport.cancel(timer) }
        waiters[number]?.timer = transport.schedule(after: transport.now.duration(to: due)) { [self] in
            waiters[number]?.timer = nil
            if let end = machine.timerFired(number, now: transport.now) {
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
    ///   - endpoint: The service; ``open()`` finds out whether it is valid.
    ///   - node: The thread to use.
    ///   - onMessage: Told of every message, on that thread.
    convenience init(to endpoint: String, keys: ServiceKeys?, on node: ZMQNode, onMessage: MessageObserver? = nil) {
        self.init(
            over: DealerConnection(to: endpoint, keys: keys, on: node, onMessage: onMessage),
            seed: .random(in: 0 ... .max),
            name: .random(in: 0 ... .max)
        )
    }
}

/// The result of one call, as the thread of its channel has read it.
struct ChannelReply {
    let result: JSONNode
    /// The frames after the JSON.
    let attachments: [[UInt8]]
    let meta: ReplyMeta?
    /// The time from the first sending to the answer.
    let roundTrip: Duration
    /// How often the request was sent.
    let sends: Int

    /// The same for other threads.
    var callReply: CallReply {
        CallReply(
            result: result.jsonBytes,
            attachments: attachments,
            meta: meta,
            roundTrip: roundTrip,
            sends: sends
        )
    }
}
