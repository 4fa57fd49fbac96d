internal import ZeroMQ

/// The requests of one client, over one connection at a time to each server: a ``CallStateMachine`` at work.
///
/// Belongs to the owner thread of its node, whose callbacks hold it until ``close()``.
final class RequestChannel {
    private enum Link {
        /// Nothing is open: not yet, or because nobody was admitted. The next request opens it.
        case idle
        /// Open, and not standing yet, or no more.
        case opening
        /// Open, and standing.
        case up
        /// Lost: opened again in a moment.
        case reopening(ZMQTimer)
        /// For good.
        case closed
    }

    private struct Waiting {
        let key: String?
        let body: ZMQMultipart
        /// Answers that were no result, as the machine counts them.
        var refusals: [RequestAnswer] = []
        var timer: ZMQTimer?
        /// What came of it, until its task has taken that.
        var outcome: Result<RequestReply, RequestError>?
        var waiter: Waiter?
    }

    /// The wait after a lost connection, so that a server that closes every connection is not asked without end.
    private static let reopenInterval = Duration.milliseconds(100)
    private static let maxMessagesAtOnce = 256

    private let node: ZMQNode
    private let connections: [DealerLink]
    private var links: [Link]
    private var machine: CallStateMachine
    private var waiting: [Int: Waiting] = [:]
    private var lastNumber = 0
    private var isClosed = false
    /// What the name of each request begins with, so that no other client's answer can be taken for ours.
    private let prefix = String(UInt64.random(in: 0 ... .max), radix: 36) + "-"
    private let clock = SuspendingClock()
    private var outgoing = ZMQMultipart()
    private var incoming = ZMQMultipart()

    init(to endpoints: [ZMQEndpoint], _ options: RequestClientOptions, on node: ZMQNode) {
        self.node = node
        connections = endpoints.map { DealerLink(to: $0, as: options.security, options.socket, on: node) }
        links = endpoints.map { _ in .idle }
        machine = CallStateMachine(seed: .random(in: 0 ... .max), endpoints: endpoints.map(\.description))
    }

    var statistics: CallStatistics { machine.statistics }

    func open() throws(ZMQError) {
        do {
            for server in connections.indices { try open(server) }
        } catch {
            close()
            throw error
        }
    }

    /// Ends every request as closed, and closes the connections.
    func close() {
        isClosed = true
        for case .reopening(let timer) in links { node.cancel(timer) }
        links = links.map { _ in .closed }
        for connection in connections { connection.close() }
        for end in machine.close() { finish(end) }
    }

    /// Sends a request, and waits for what comes of it.
    ///
    /// - Throws: ``RequestError``, or `CancellationError`; then nobody waits for it any more.
    func call(_ body: ZMQMultipart, key: String?, _ policy: CallPolicy) async throws -> RequestReply {
        lastNumber += 1
        let number = lastNumber
        waiting[number] = Waiting(key: key, body: body)
        defer { waiting[number] = nil }
        begin(number, policy)
        if waiting[number]?.outcome == nil {
            try await node.wait(timeout: nil) { [self] in
                waiting[number]?.outcome != nil
            } begin: { waiter in
                waiting[number]?.waiter = waiter
                return { [self] in drop(number) }
            }
        }
        guard let outcome = waiting[number]?.outcome else { throw CancellationError() }
        return try outcome.get()
    }

    private func begin(_ number: Int, _ policy: CallPolicy) {
        for server in links.indices {
            if case .idle = links[server], machine.mayTryAgain(server, now: clock.now) { reopen(server) }
        }
        machine.begin(number, policy, now: clock.now)
        if isClosed {
            if let end = machine.cancel(number) { finish(end) }
        } else {
            pump()
            arm(number)
        }
    }

    /// Ends a request that nobody waits for any more, without a word.
    private func drop(_ number: Int) {
        if let timer = waiting.removeValue(forKey: number)?.timer { node.cancel(timer) }
        _ = machine.cancel(number)
    }

    // MARK: The connections

    private func open(_ server: Int) throws(ZMQError) {
        links[server] = .opening
        machine.opening(server)
        do {
            try connections[server].open(
                onChange: { [self] change in connectionChanged(change, to: server) },
                onReadable: { [self] in
                    receive(from: server, atMost: Self.maxMessagesAtOnce)
                    pump()
                }
            )
        } catch {
            links[server] = .idle
            throw error
        }
    }

    private func connectionChanged(_ change: DealerLink.Change, to server: Int) {
        switch (change, links[server]) {
        case (.absent, _): machine.absent(at: server)
        case (.accepted, _): machine.accepted(at: server)
        case (.up, _):
            links[server] = .up
            machine.connected(at: server)
            pump()
        case (.notAdmitted(let fault), _):
            // libzmq does not try again, and there is nothing to try: the next request does.
            links[server] = .idle
            connections[server].close()
            for end in machine.notAdmitted(at: server, now: clock.now) { finish(end, fault: fault) }
        case (.down, .up):
            links[server] = .opening
            // Answers that came before the end are there already, and count.
            receive(from: server, atMost: .max)
            // Whoever got one of them may have closed the client.
            guard case .opening = links[server] else { return }
            connections[server].close()
            reopenLater(server)
            for end in machine.disconnected(at: server, now: clock.now) { finish(end) }
            // Another server may take what this one leaves.
            pump()
        case (.down, _): break
        }
    }

    private func reopen(_ server: Int) {
        do {
            try open(server)
        } catch {
            // No file descriptor is left, for example: that may pass.
            reopenLater(server)
        }
    }

    private func reopenLater(_ server: Int) {
        links[server] = .reopening(node.schedule(after: Self.reopenInterval) { [self] in reopen(server) })
    }

    // MARK: What is sent, and what comes back

    private func pump() {
        let now = clock.now
        while let (number, _, server) = machine.nextToSend(now: now) {
            guard let request = waiting[number] else { continue }
            outgoing.removeAll()
            for text in ["", prefix + String(number), request.key ?? ""] { outgoing.append(utf8: text) }
            outgoing.append(request.body)
            do {
                try connections[server].send(outgoing)
                machine.sent(number, to: server, now: now)
                arm(number)
            } catch {
                machine.blocked(number, at: server)
                connections[server].whenWritable { [self] in
                    machine.writable(at: server)
                    pump()
                }
            }
        }
    }

    private func receive(from server: Int, atMost limit: Int) {
        var count = 0
        while count < limit, (try? connections[server].receive(into: &incoming)) == true {
            count += 1
            take(from: server)
        }
    }

    private func take(from server: Int) {
        guard incoming.count > 1, incoming.size(of: 0) == 0, let number = number(ofName: incoming.text(1)) else {
            return machine.strayReply()
        }
        let answer = RequestAnswer(incoming, at: 2)
        var meaning = CallAnswer.unreadable
        if let answer {
            meaning = answer.refusal.map { .refusal($0) } ?? .result
            if answer.refusal != nil, machine.expects(number, from: server) { waiting[number]?.refusals.append(answer) }
        }
        if let end = machine.reply(number, meaning, from: server, now: clock.now) {
            finish(end, answer)
        } else {
            arm(number)
        }
    }

    private func number(ofName name: String) -> Int? {
        name.hasPrefix(prefix) ? Int(name.dropFirst(prefix.count)) : nil
    }

    private func finish(_ end: CallEnd, _ answer: RequestAnswer? = nil, fault: AdmissionFault? = nil) {
        guard let request = waiting[end.number] else { return }
        if let timer = request.timer { node.cancel(timer) }
        waiting[end.number]?.timer = nil
        waiting[end.number]?.outcome = outcome(of: request, end, answer, fault)
        _ = request.waiter?.serve()
    }

    private func outcome(
        of request: Waiting,
        _ end: CallEnd,
        _ answer: RequestAnswer?,
        _ fault: AdmissionFault?
    ) -> Result<RequestReply, RequestError> {
        if case .answered = end.ending, case .done(let body)? = answer {
            let roundTrip = end.firstSent.map { $0.duration(to: clock.now) } ?? .zero
            return .success(RequestReply(body: body, roundTrip: roundTrip, sends: end.sends))
        }
        let code: RequestError.Code =
            switch end.ending {
            case .answered, .unreadable: .badReply
            case .refused(let number): .refused(request.refusals[number])
            case .unreachable: .unreachable
            case .notAdmitted: fault.map { .notAdmitted($0) } ?? .unreachable
            case .timedOut: .timedOut
            case .outcomeUnknown: .outcomeUnknown
            case .cancelled: .closed
            }
        let last = end.lastRefusal.map { request.refusals[$0] }
        return .failure(RequestError(code: code, key: request.key, sends: end.sends, lastAnswer: last))
    }

    // MARK: Time

    private func arm(_ number: Int) {
        guard let request = waiting[number], request.outcome == nil, let due = machine.arm(number) else { return }
        if let timer = request.timer { node.cancel(timer) }
        waiting[number]?.timer = node.schedule(after: clock.now.duration(to: due)) { [self] in
            waiting[number]?.timer = nil
            if let end = machine.timerFired(number, now: clock.now) {
                finish(end)
            } else {
                pump()
                arm(number)
            }
        }
    }
}
