import ZeroMQ

/// The measurements by tasks that wait.
struct TaskFace {
    let node: ZMQNode
    let work: Work

    func run(_ endpoint: ZMQEndpoint, _ keys: Keys) async throws {
        if work.isInProcess {
            try await runInProcess()
        } else if work.isServer {
            try await runServer(endpoint, keys)
        } else if work.isLatency {
            try await node.withPair(work.options(.pair)) { pair in
                try pair.connect(endpoint, security: keys.clientSecurity)
                try await askAndMeasure(pair)
            }
        } else {
            try await node.withPush(work.options(.push)) { push in
                try push.connect(endpoint, security: keys.clientSecurity)
                try await sendAll(push, work.count)
                waitForDriver()
            }
        }
    }

    private func runServer(_ endpoint: ZMQEndpoint, _ keys: Keys) async throws {
        let authenticator = try node.makeAuthenticator { _ in .admitted(userID: "bench") }
        defer { authenticator.close() }
        if work.isLatency {
            try await node.withPair(work.options(.pair)) { pair in
                say(try pair.bind(endpoint, security: keys.serverSecurity(at: endpoint)))
                try await answer(pair)
            }
        } else {
            try await node.withPull(work.options(.pull)) { pull in
                say(try pull.bind(endpoint, security: keys.serverSecurity(at: endpoint)))
                try await receive(pull, 1)
                let start = ContinuousClock.now
                try await receive(pull, work.count - 1)
                work.report(since: start)
            }
        }
    }

    private func runInProcess() async throws {
        if work.isLatency {
            try await node.withPair(work.options(.pair)) { server in
                try server.bind(.inproc(name: "bench"))
                try await node.withPair(work.options(.pair)) { client in
                    try client.connect(.inproc(name: "bench"))
                    try await askAndMeasure(client, answeredBy: server)
                }
            }
        } else {
            try await node.withPull(work.options(.pull)) { pull in
                try pull.bind(.inproc(name: "bench"))
                try await node.withPush(work.options(.push)) { push in
                    try push.connect(.inproc(name: "bench"))
                    let start = ContinuousClock.now
                    for _ in stride(from: 0, to: work.count, by: 1_000) {
                        try await sendAll(push, 1_000)
                        try await receive(pull, 1_000)
                    }
                    work.report(since: start)
                }
            }
        }
    }

    private func askAndMeasure(_ client: PairSocket, answeredBy server: PairSocket? = nil) async throws {
        let bytes = work.bytes
        let start = ContinuousClock.now
        for _ in 0..<work.count {
            if work.isOwned {
                var question = ZMQMessage()
                question.append(bytes.span)
                try await client.send(&question)
                if let server {
                    var passed = try await server.takeMessage(timeout: nil)
                    try await server.send(&passed)
                }
                let answer = try await client.takeMessage(timeout: nil)
                precondition(answer.size(of: 0) == work.size)
            } else {
                try await client.send(ZMQMultipart(bytes))
                if let server { try await server.send(server.receive()) }
                let answer = try await client.receive()
                precondition(answer.size(of: 0) == work.size)
            }
        }
        work.report(since: start)
    }

    private func answer(_ server: PairSocket) async throws {
        for _ in 0..<work.count {
            if work.isOwned {
                var question = try await server.takeMessage(timeout: nil)
                try await server.send(&question)
            } else {
                try await server.send(server.receive())
            }
        }
    }

    private func sendAll(_ push: PushSocket, _ count: Int) async throws {
        let bytes = work.bytes
        let message = ZMQMultipart(bytes)
        for _ in 0..<count {
            if work.isOwned {
                var owned = ZMQMessage()
                owned.append(bytes.span)
                try await push.send(&owned)
            } else {
                try await push.send(message)
            }
        }
    }

    private func receive(_ pull: PullSocket, _ count: Int) async throws {
        for _ in 0..<count {
            if work.isOwned {
                let message = try await pull.takeMessage(timeout: nil)
                precondition(message.size(of: 0) == work.size)
            } else {
                let message = try await pull.receive()
                precondition(message.size(of: 0) == work.size)
            }
        }
    }

    private func say(_ endpoint: ZMQEndpoint) {
        print(endpoint)
        flush()
    }
}
