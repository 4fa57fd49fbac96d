import ZeroMQ

/// The measurements by callbacks on the owner thread.
actor CallbackFace {
    private let node: ZMQNode
    private let work: Work
    private let bytes: [UInt8]
    private var authenticator: ZMQAuthenticator?
    private var done = 0
    private var start = ContinuousClock.now
    private var finish: CheckedContinuation<Void, Never>?
    private var reused = ZMQMultipart()
    private let question: ZMQMultipart
    /// Those that the role needs.
    private var client: PairSocket?
    private var server: PairSocket?
    private var push: PushSocket?
    private var pull: PullSocket?

    nonisolated var unownedExecutor: UnownedSerialExecutor { node.asUnownedSerialExecutor() }

    init(_ node: ZMQNode, _ work: Work) {
        self.node = node
        self.work = work
        bytes = work.bytes
        question = ZMQMultipart(work.bytes)
    }

    func run(_ endpoint: ZMQEndpoint, _ keys: Keys) async throws {
        if work.isInProcess {
            return try work.isLatency ? askInProcess() : sendInProcess()
        }
        authenticator = try node.makeAuthenticator { _ in .admitted(userID: "bench") }
        switch (work.isLatency, work.isServer) {
        case (true, true): try serve(endpoint, keys)
        case (true, false): try ask(endpoint, keys)
        case (false, true): try receive(endpoint, keys)
        case (false, false): try send(endpoint, keys)
        }
        await untilDone()
        if !work.isLatency, !work.isServer { waitForDriver() }
        if work.isLatency != work.isServer { work.report(since: start) }
        client?.close()
        server?.close()
        push?.close()
        pull?.close()
    }

    private func serve(_ endpoint: ZMQEndpoint, _ keys: Keys) throws {
        let pair = try node.makePair(work.options(.pair))
        server = pair
        node.whenReadable(pair) { self.assumeIsolated { $0.answer() } }
        say(try pair.bind(endpoint, security: keys.serverSecurity(at: endpoint)))
    }

    private func ask(_ endpoint: ZMQEndpoint, _ keys: Keys) throws {
        let pair = try node.makePair(work.options(.pair))
        client = pair
        node.whenReadable(pair) { self.assumeIsolated { $0.askNext() } }
        try pair.connect(endpoint, security: keys.clientSecurity)
        start = .now
        sendQuestion()
    }

    private func receive(_ endpoint: ZMQEndpoint, _ keys: Keys) throws {
        let socket = try node.makePull(work.options(.pull))
        pull = socket
        node.whenReadable(socket) { self.assumeIsolated { $0.count() } }
        say(try socket.bind(endpoint, security: keys.serverSecurity(at: endpoint)))
    }

    private func send(_ endpoint: ZMQEndpoint, _ keys: Keys) throws {
        let socket = try node.makePush(work.options(.push))
        push = socket
        try socket.connect(endpoint, security: keys.clientSecurity)
        fill()
    }

    private func untilDone() async {
        guard done < work.count else { return }
        await withCheckedContinuation { finish = $0 }
    }

    private func one() {
        done += 1
        guard done == work.count else { return }
        finish?.resume()
        finish = nil
    }

    // MARK: Questions and answers

    private func sendQuestion() {
        if work.isOwned {
            var message = owned()
            try? client?.send(&message)
        } else {
            try? client?.send(question)
        }
    }

    private func owned() -> ZMQMessage {
        let bytes = bytes
        var message = ZMQMessage()
        message.append(bytes.span)
        return message
    }

    private func take(_ socket: (some ZMQReceivingSocket)?) -> Bool {
        guard let socket else { return false }
        if work.isOwned {
            guard let message = try? socket.takeMessage() else { return false }
            precondition(message.size(of: 0) == work.size)
            return true
        }
        return (try? socket.receive(into: &reused)) == true
    }

    private func askNext() {
        while take(client) {
            one()
            if done < work.count { sendQuestion() }
        }
    }

    private func answer() {
        while pass() { one() }
    }

    private func pass() -> Bool {
        guard let server else { return false }
        if work.isOwned {
            guard var message = try? server.takeMessage() else { return false }
            return (try? server.send(&message)) != nil
        }
        guard (try? server.receive(into: &reused)) == true else { return false }
        return (try? server.send(reused)) != nil
    }

    private func askInProcess() throws {
        server = try node.makePair(work.options(.pair))
        client = try node.makePair(work.options(.pair))
        try server?.bind(.inproc(name: "bench"))
        try client?.connect(.inproc(name: "bench"))
        start = .now
        for _ in 0..<work.count {
            sendQuestion()
            precondition(pass())
            precondition(take(client))
        }
        work.report(since: start)
    }

    // MARK: One way

    private func count() {
        for _ in 0..<1_024 {
            guard take(pull) else { return }
            // From the first message on: the connection is not what is measured.
            if done == 0 { start = .now }
            one()
        }
    }

    private func fill() {
        guard let push else { return }
        while done < work.count {
            guard sendOne() else {
                return node.whenWritable(push) { self.assumeIsolated { $0.fill() } }
            }
            one()
        }
    }

    private func sendOne() -> Bool {
        if work.isOwned {
            var message = owned()
            return (try? push?.send(&message)) != nil
        }
        return (try? push?.send(question)) != nil
    }

    private func sendInProcess() throws {
        pull = try node.makePull(work.options(.pull))
        push = try node.makePush(work.options(.push))
        try pull?.bind(.inproc(name: "bench"))
        try push?.connect(.inproc(name: "bench"))
        start = .now
        for _ in stride(from: 0, to: work.count, by: 1_000) {
            for _ in 0..<1_000 { precondition(sendOne()) }
            for _ in 0..<1_000 { precondition(take(pull)) }
        }
        work.report(since: start)
    }

    private func say(_ endpoint: ZMQEndpoint) {
        print(endpoint)
        flush()
    }
}
