public import ZeroMQ

/// The requests of one client, over one connection at a time to each server: a ``CallStateMachine`` at work.
///
/// Belongs to the thread of its transports, whose callbacks hold it until ``close()``.
///
/// Generic code is inlined where it is used, so that there it is made for the messages at hand.
public final class RequestChannel<Transport: RequestTransport, Codec: RequestCodec> {
    /// What is called with the outcome of a request, exactly once.
    public typealias Completion = (RequestOutcome<Codec>) -> Void

    @usableFromInline
    enum Link {
        /// Nothing is open: not yet, or because nobody was admitted. The next request opens it.
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

    @usableFromInline
    struct Waiting {
        @usableFromInline var request: Codec.Request
        @usableFromInline let completion: Completion
        /// Answers that were no result, as the machine counts them.
        @usableFromInline var refusals: [Codec.Refusal] = []
        @usableFromInline var timer: Transport.Timer?

        @inlinable
        init(request: Codec.Request, completion: @escaping Completion) {
            self.request = request
            self.completion = completion
        }
    }

    /// The wait after a lost connection, so that a server that closes every connection is not asked without end.
    @inlinable static var reopenInterval: Duration { .milliseconds(100) }
    @inlinable static var maxMessagesAtOnce: Int { 256 }

    /// How requests are written and answers read.
    public var codec: Codec
    /// One for each server.
    @usableFromInline let transports: [Transport]
    @usableFromInline var links: [Link]
    @usableFromInline var machine: CallStateMachine
    @usableFromInline var waiting: [Int: Waiting] = [:]
    @usableFromInline var lastNumber = 0
    @usableFromInline var isClosed = false
    @usableFromInline var outgoing = ZMQMultipart()
    @usableFromInline var incoming = ZMQMultipart()

    /// - Parameters:
    ///   - servers: The endpoints, as servers name each other, with a connection for each; from one.
    ///   - codec: How requests are written and answers read.
    ///   - seed: Decides the random part of all pauses.
    @inlinable
    public init(over servers: [(endpoint: String, transport: Transport)], codec: Codec, seed: UInt64) {
        transports = servers.map(\.transport)
        links = servers.map { _ in .idle }
        machine = CallStateMachine(seed: seed, endpoints: servers.map(\.endpoint))
        self.codec = codec
    }

    /// What the channel has done so far.
    @inlinable public var statistics: CallStatistics { machine.statistics }

    /// The clock and the timers of all.
    @inlinable var time: Transport { transports[0] }

    /// Connects, now or as soon as the servers are there.
    ///
    /// - Throws: `ZMQError` when that is impossible; nothing is open then.
    @inlinable
    public func open() throws(ZMQError) {
        do {
            for server in transports.indices { try open(server) }
        } catch {
            for transport in transports { transport.close() }
            links = links.map { _ in .idle }
            throw error
        }
    }

    /// Ends every request as cancelled, and closes the connections.
    @inlinable
    public func close() {
        isClosed = true
        for case .reopening(let timer) in links { time.cancel(timer) }
        links = links.map { _ in .closed }
        for transport in transports { transport.close() }
        for end in machine.close() { finish(end) }
    }

    /// A number that no other request of the channel has had.
    @inlinable
    public func makeNumber() -> Int {
        lastNumber += 1
        return lastNumber
    }

    /// Begins a request.
    ///
    /// - Parameters:
    ///   - number: Names it; no other request may have had it.
    ///   - request: What to ask for.
    ///   - completion: Called exactly once, perhaps at once.
    @inlinable
    public func begin(_ number: Int, request: Codec.Request, completion: @escaping Completion) {
        guard !isClosed else {
            return completion(RequestOutcome(request: request, ending: .cancelled, sends: 0, lastRefusal: nil))
        }
        waiting[number] = Waiting(request: request, completion: completion)
        let now = time.now
        for server in links.indices {
            if case .idle = links[server], machine.mayTryAgain(server, now: now) { reopen(server) }
        }
        machine.begin(number, policy: codec.policy(of: request), now: now)
        pump()
        arm(number)
    }

    /// Ends a request as cancelled; does nothing if it has ended already.
    @inlinable
    public func cancel(_ number: Int) {
        if let end = machine.cancel(number) { finish(end) }
    }

    // MARK: The connections

    @inlinable
    func open(_ server: Int) throws(ZMQError) {
        links[server] = .opening
        machine.opening(server)
        do {
            try transports[server].open(
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

    @inlinable
    func connectionChanged(_ change: DealerLink.Change, to server: Int) {
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
            transports[server].close()
            for end in machine.notAdmitted(at: server, now: time.now) { finish(end, fault: fault) }
        case (.down, .up):
            links[server] = .opening
            // Answers that came before the end are there already, and count.
            receive(from: server, atMost: .max)
            // Anyone who got one of them may have closed the channel.
            guard case .opening = links[server] else { return }
            transports[server].close()
            reopenLater(server)
            for end in machine.disconnected(at: server, now: time.now) { finish(end) }
            // Another server may take what this one leaves.
            pump()
        case (.down, _): break
        }
    }

    @inlinable
    func reopen(_ server: Int) {
        do {
            try open(server)
        } catch {
            // No file descriptor is left, for example: that may pass.
            reopenLater(server)
        }
    }

    @inlinable
    func reopenLater(_ server: Int) {
        links[server] = .reopening(time.schedule(after: Self.reopenInterval) { [self] in reopen(server) })
    }

    // MARK: What is sent, and what comes back

    @inlinable
    func pump() {
        let now = time.now
        while let (number, deadline, server) = machine.nextToSend(now: now) {
            guard var request = waiting[number]?.request, let refusals = waiting[number]?.refusals else { continue }
            let sending = RequestSending(
                number: number,
                now: now,
                deadline: deadline,
                refusals: refusals,
                connectedServers: links.count { if case .up = $0 { true } else { false } }
            )
            codec.write(&request, for: sending, to: &outgoing)
            waiting[number]?.request = request
            do {
                try transports[server].send(outgoing)
                machine.sent(number, to: server, now: now)
                arm(number)
            } catch {
                machine.blocked(number, at: server)
                transports[server].whenWritable { [self] in
                    machine.writable(at: server)
                    pump()
                }
            }
        }
    }

    @inlinable
    func receive(from server: Int, atMost limit: Int) {
        var count = 0
        while count < limit, (try? transports[server].receive(into: &incoming)) == true {
            count += 1
            take(from: server)
        }
    }

    @inlinable
    func take(from server: Int) {
        guard let (number, answer) = codec.read(incoming) else { return machine.strayReply() }
        let meaning: CallAnswer =
            switch answer {
            case .result: .result
            case .refusal(let refusal): .refusal(self.meaning(of: refusal, to: number, from: server))
            case .unreadable: .unreadable
            }
        if let end = machine.reply(number, answer: meaning, from: server, now: time.now) {
            finish(end, answer: answer)
        } else {
            arm(number)
        }
    }

    /// What a refusal means to a request, which keeps it if it waits for it.
    @inlinable
    func meaning(of refusal: Codec.Refusal, to number: Int, from server: Int) -> CallRefusal {
        guard machine.expects(number, from: server), let request = waiting[number]?.request else {
            return CallRefusal()
        }
        waiting[number]?.refusals.append(refusal)
        return codec.meaning(of: refusal, to: request)
    }

    @inlinable
    func finish(
        _ end: CallEnd,
        answer: DecodedAnswer<Codec.Result, Codec.Refusal>? = nil,
        fault: AdmissionFault? = nil
    ) {
        guard let ended = waiting.removeValue(forKey: end.number) else { return }
        if let timer = ended.timer { time.cancel(timer) }
        if case .answered = end.ending { codec.answered(ended.request) }
        let ending: RequestOutcome<Codec>.Ending =
            switch (end.ending, answer) {
            case (.answered, .result(let result)?):
                .answered(result, roundTrip: end.firstSent.map { $0.duration(to: time.now) } ?? .zero)
            case (.unreadable, .unreadable(let why)?): .unreadable(why)
            case (.answered, _), (.unreadable, _): .unreadable("it has no result")
            case (.refused(let number), _): .refused(ended.refusals[number])
            case (.unreachable, _): .unreachable
            case (.notAdmitted, _): fault.map { .notAdmitted($0) } ?? .unreachable
            case (.timedOut, _): .timedOut
            case (.outcomeUnknown, _): .outcomeUnknown
            case (.cancelled, _): .cancelled
            }
        ended.completion(
            RequestOutcome(
                request: ended.request,
                ending: ending,
                sends: end.sends,
                lastRefusal: end.lastRefusal.map { ended.refusals[$0] }
            )
        )
    }

    // MARK: Time

    @inlinable
    func arm(_ number: Int) {
        guard waiting[number] != nil, let due = machine.arm(number) else { return }
        if let timer = waiting[number]?.timer { time.cancel(timer) }
        waiting[number]?.timer = time.schedule(after: time.now.duration(to: due)) { [self] in
            waiting[number]?.timer = nil
            if let end = machine.timerFired(number, now: time.now) {
                finish(end)
            } else {
                pump()
                arm(number)
            }
        }
    }
}
