internal import Messages
internal import WireJSON
internal import ZeroMQ

/// The calls to one service over one connection at a time: the I/O of a ``CallStateMachine``.
///
/// Every connection has a DEALER of its own. One that outlives its connection does one of two harmful things, depending
/// on `immediate`: it throws away answers that have arrived and were not read yet (measured: one in four, when a service
/// ends right after answering), or it keeps requests for the next connection, where they are no longer expected.
///
/// Belongs to the owner thread of its node. The socket's callbacks hold it until ``close()``.
final class CallChannel {
    typealias Completion = (Result<CallReply, CallError>) -> Void

    private struct Waiter {
        let request: CallRequest
        let completion: Completion
        var timer: ZMQTimer?
    }

    /// The longest wait for a service that has come back: short enough for a call with a `connectTimeout` of a second.
    private static let longestReconnectInterval = Duration.milliseconds(500)
    /// The wait after a lost connection, so that a service that closes every connection is not asked without end.
    private static let reopenInterval = Duration.milliseconds(100)
    private static let messagesPerTurn = 256

    private let node: ZMQNode
    private let clock = SuspendingClock()
    private var machine: CallStateMachine
    private var waiters: [Int: Waiter] = [:]
    private var endpoint: ZMQEndpoint?
    private var socket: DealerSocket?
    private var isConnected = false
    private var reopenTimer: ZMQTimer?
    private var isClosed = false
    private var lastNumber = 0
    /// What every id of this channel begins with, so that no other client's reply can be taken for ours.
    private let prefix: String
    private let paramsReader = JSONReader(limits: CallRequest.paramsLimits)
    private let replyReader = JSONReader(
        limits: JSONLimits(bytes: CallRequest.largestFrame, depth: 128, members: CallRequest.largestFrame)
    )
    private var writer = JSONWriter(capacity: 1_024)
    private var outgoing = ZMQMultipart()
    private var incoming = ZMQMultipart()

    init(node: ZMQNode) {
        self.node = node
        machine = CallStateMachine(seed: .random(in: 0 ... .max))
        prefix = String(UInt64.random(in: 0 ... .max), radix: 36) + "-"
    }

    var statistics: ClientStatistics { machine.statistics }

    /// Connects, now or as soon as the service is there.
    func open(_ endpoint: ZMQEndpoint) throws(ZMQError) {
        self.endpoint = endpoint
        var options = ZMQSocketOptions.dealer
        options.immediate = false
        options.maximumFrameBytes = CallRequest.largestFrame
        options.maximumFrames = CallRequest.mostAttachments + 1
        options.maximumReconnectInterval = Self.longestReconnectInterval
        let socket = try node.makeDealer(options)
        do {
            try socket.monitor { [self] event in connectionChanged(event) }
            try socket.connect(endpoint)
        } catch {
            socket.close()
            throw error
        }
        self.socket = socket
        node.whenReadable(socket) { [self] in
            receive(atMost: Self.messagesPerTurn)
            pump()
        }
    }

    /// Ends every call as cancelled, and closes the socket.
    func close() {
        isClosed = true
        socket?.close()
        socket = nil
        if let reopenTimer { node.cancel(reopenTimer) }
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
        let fault = isClosed ? .cancelled : request.fault(reader: paramsReader, writer: &writer)
        if let fault {
            return completion(.failure(CallError(fault, idempotencyKey: options.idempotencyKey)))
        }
        waiters[number] = Waiter(request: request, completion: completion)
        machine.begin(number, CallPolicy(options), now: clock.now)
        pump()
        arm(number)
    }

    func cancel(_ number: Int) {
        if let end = machine.cancel(number) { finish(end, nil) }
    }

    // MARK: The connection

    private func connectionChanged(_ event: ZMQMonitorEvent) {
        switch event.kind {
        case .handshakeSucceeded:
            isConnected = true
            machine.connected()
            pump()
        case .disconnected where isConnected:
            isConnected = false
            // Answers that came before the end are in the socket already, and count.
            receive(atMost: .max)
            socket?.close()
            socket = nil
            reopenLater()
            for end in machine.disconnected(now: clock.now) { finish(end, nil) }
        default:
            break
        }
    }

    private func reopenLater() {
        reopenTimer = node.schedule(after: Self.reopenInterval) { [self] in
            guard let endpoint else { return }
            do {
                try open(endpoint)
            } catch {
                // No file descriptor is left, for example: that may pass.
                reopenLater()
            }
        }
    }

    /// Sends what can be sent.
    private func pump() {
        guard let socket else { return }
        let now = clock.now
        while let (number, deadline) = machine.nextToSend(now: now) {
            guard let request = waiters[number]?.request else { continue }
            request.fill(&outgoing, remaining: now.duration(to: deadline), writer: &writer)
            do {
                try socket.send(outgoing)
                machine.sent(number, now: now)
                arm(number)
            } catch {
                machine.blocked(number)
                node.whenWritable(socket) { [self] in
                    machine.writable()
                    pump()
                }
            }
        }
    }

    // MARK: Replies

    private func receive(atMost limit: Int) {
        var count = 0
        while count < limit, let socket, (try? socket.receive(into: &incoming)) == true {
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
            case _ where incoming.droppedFrames > 0: .unreadable("it has too many frames")
            case .success: .result
            case .failure(let error): .error(error)
            case nil: .unreadable("it has neither a result nor an error")
            }
        if let end = machine.reply(number, answer, now: clock.now) {
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
        if let timer = waiter.timer { node.cancel(timer) }
        let key = waiter.request.options.idempotencyKey
        switch end.ending {
        case .answered:
            writer.removeAll()
            if case .success(let result) = reply?.outcome { result.write(to: &writer) }
            waiter.completion(
                .success(
                    CallReply(
                        result: writer.bytes,
                        attachments: (1..<max(1, incoming.count)).map { incoming.frame($0) },
                        meta: reply?.meta,
                        roundTrip: end.firstSent.map { $0.duration(to: clock.now) } ?? .zero,
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
        if let timer = waiters[number]?.timer { node.cancel(timer) }
        waiters[number]?.timer = node.schedule(after: clock.now.duration(to: due)) { [self] in
            waiters[number]?.timer = nil
            if let end = machine.timerFired(number, now: clock.now) {
                finish(end, nil)
            } else {
                pump()
                arm(number)
            }
        }
    }
}
