import Synchronization
import Testing
import ZeroMQ
import ZeroMQPatterns

/// What whoever makes a request over real sockets is promised.
@Suite(.timeLimit(.minutes(10)))
struct RequestClientTests {
    private static let echo: @Sendable (RoutedRequest) -> RequestAnswer? = { .done($0.body) }

    private func error(_ body: () async throws -> RequestReply) async throws -> RequestError? {
        do {
            _ = try await body()
            return nil
        } catch let error as RequestError {
            return error
        }
    }

    @Test func `each request gets its own answer, whatever the order`() async throws {
        try await onNode { node in
            try await node.withServers([Self.echo, Self.echo]) { endpoints in
                try await node.withRequests(to: endpoints) { requests in
                    try await withThrowingTaskGroup { group in
                        for number in 0..<500 {
                            group.addTask {
                                let reply = try await requests.call(ZMQMultipart(utf8: "\(number)", "", "x"))
                                return reply.body == ZMQMultipart(utf8: "\(number)", "", "x") && reply.sends == 1
                            }
                        }
                        for try await isOwn in group { #expect(isOwn) }
                    }
                    #expect(await requests.statistics.calls == 500)
                }
            }
        }
    }

    @Test func `a write whose answer is lost is asked again, and its work is done once`() async throws {
        let (asked, done) = (Counter(), Counter())
        let memory = Mutex(AnswerMemory())
        try await onNode { node in
            let serve: @Sendable (RoutedRequest) -> RequestAnswer? = { request in
                let answer = memory.withLock { memory in
                    memory.answer(to: request) { .done(ZMQMultipart(utf8: "order \(done.add())")) }
                }
                return asked.add() == 1 ? nil : answer
            }
            try await node.withServers([serve]) { endpoints in
                try await node.withRequests(to: endpoints) { requests in
                    let reply = try await requests.call(
                        ZMQMultipart(utf8: "2 apples"),
                        kind: .write,
                        timeout: .seconds(60)
                    )
                    #expect(reply.body.text(0) == "order 1")
                    #expect(reply.sends == asked.count && asked.count > 1)
                    #expect(done.count == 1)
                }
            }
        }
    }

    /// Answers two requests at a path that is free a moment after its last socket was closed.
    private func serveAgain(_ node: ZMQNode, at endpoint: ZMQEndpoint) async throws {
        while true {
            do {
                return try await node.serve(at: endpoint, requests: 2, Self.echo)
            } catch let error as ZMQError where error.code == .addressInUse {
                await Task.yield()
            }
        }
    }

    @Test func `a server that comes late or back is found again, and what it was asked before is asked anew`()
        async throws
    {
        try await withTemporaryDirectory { directory in
            let endpoint = ZMQEndpoint.ipc(path: "\(directory)/s")
            try await onNode { node in
                try await node.withRequests(to: [endpoint]) { requests in
                    async let first = requests.call(
                        ZMQMultipart(utf8: "1"),
                        kind: .write,
                        timeout: .seconds(60),
                        connectTimeout: .seconds(60)
                    )
                    // It takes the request with it.
                    try await node.serve(at: endpoint, requests: 1) { _ in nil }
                    async let served: Void = serveAgain(node, at: endpoint)
                    let sends = try await first.sends
                    #expect(sends == 2)
                    #expect(try await requests.call(ZMQMultipart(utf8: "2"), timeout: .seconds(60)).sends == 1)
                    try await served
                    #expect(await requests.statistics.reconnects > 0)
                }
            }
        }
    }

    @Test func `a write goes to the server that takes writes, a read to who can do it`() async throws {
        let (first, second) = (Counter(), Counter())
        try await onNode { node in
            let replica: @Sendable (RoutedRequest) -> RequestAnswer? = { request in
                first.add()
                return request.body.text(0) == "write" ? .elsewhere(["inproc://server.1"]) : .later(after: .zero)
            }
            let active: @Sendable (RoutedRequest) -> RequestAnswer? = { request in
                second.add()
                return .done(request.body)
            }
            try await node.withServers([replica, active]) { endpoints in
                try await node.withRequests(to: endpoints) { requests in
                    for _ in 0..<3 {
                        _ = try await requests.call(ZMQMultipart(utf8: "write"), kind: .unkeyed)
                        _ = try await requests.call(ZMQMultipart(utf8: "read"))
                    }
                    #expect(second.count == 6)
                    // The first write, and one read at most: then it is left alone.
                    #expect((1...2).contains(first.count))
                }
            }
        }
    }

    @Test(
        arguments: [(.read, .timedOut), (.unkeyed, .outcomeUnknown), (.keyed("k"), .outcomeUnknown)]
            as [(RequestKind, RequestError.Code)]
    )
    func `who gets no answer in time is told whether it may have happened`(
        kind: RequestKind,
        code: RequestError.Code
    ) async throws {
        try await onNode { node in
            try await node.withServers([{ _ in nil }]) { endpoints in
                try await node.withRequests(to: endpoints) { requests in
                    let error = try await error {
                        try await requests.call(ZMQMultipart(utf8: "x"), kind: kind, timeout: .milliseconds(200))
                    }
                    #expect(error?.code == code && error?.sends == 1)
                }
            }
        }
    }

    @Test func `nobody there is told as such, and a refusal with its reason`() async throws {
        try await withTemporaryDirectory { directory in
            try await onNode { node in
                try await node.withRequests(to: [.ipc(path: "\(directory)/s")]) { requests in
                    let error = try await error {
                        try await requests.call(
                            ZMQMultipart(utf8: "x"),
                            kind: .write,
                            connectTimeout: .milliseconds(200)
                        )
                    }
                    #expect(error?.code == .unreachable && error?.sends == 0)
                }
                let refusal = RequestAnswer.refused(ZMQMultipart(utf8: "no apples"))
                try await node.withServers([{ _ in refusal }]) { endpoints in
                    try await node.withRequests(to: endpoints) { requests in
                        let error = try await error { try await requests.call(ZMQMultipart(utf8: "x"), kind: .write) }
                        #expect(error?.code == .refused(refusal) && error?.lastAnswer == refusal)
                        #expect(error?.description == "refused: no apples")
                    }
                }
            }
        }
    }

    @Test func `a key that is not let in is told, and no request waits for it`() async throws {
        let (server, known) = (try CurveKeyPair.generate(), try CurveKeyPair.generate())
        try await onNode { node in
            let authenticator = try node.makeAuthenticator {
                $0.credentials == .curve(known.publicKey) ? .admitted(userID: "known") : .refused
            }
            try await node.withRouter { router in
                let any = ZMQEndpoint.tcp(host: "127.0.0.1", port: 0)
                let endpoint = try router.bind(any, security: .curve(server, domain: "test"))
                var options = RequestClientOptions()
                options.security = .curve(server: server.publicKey, client: try .generate())
                try await node.withRequests(to: [endpoint], options: options) { requests in
                    let error = try await error {
                        try await requests.call(ZMQMultipart(utf8: "x"), kind: .write, timeout: .seconds(60))
                    }
                    #expect(error?.code == .notAdmitted(.keyRefused))
                }
            }
            _ = authenticator
        }
    }

    @Test func `who stops waiting holds up nobody, and what comes then is dropped`() async throws {
        try await onNode { node in
            try await node.withRouter { router in
                try router.bind(.inproc(name: "server"))
                try await node.withRequests(to: [.inproc(name: "server")]) { requests in
                    let dropped = try await withThrowingTaskGroup { group in
                        group.addTask {
                            await #expect(throws: CancellationError.self) {
                                _ = try await requests.call(ZMQMultipart(utf8: "1"), timeout: .seconds(60))
                            }
                        }
                        let request = try await router.receive()
                        group.cancelAll()
                        try await group.waitForAll()
                        return request
                    }
                    async let reply = requests.call(ZMQMultipart(utf8: "2"), timeout: .seconds(60))
                    let request = try await router.receive()
                    for asked in [dropped, request] {
                        try router.send(#require(RoutedRequest(asked)).reply(.done(asked)))
                    }
                    #expect(try await reply.body == request)
                    #expect(await requests.statistics.lateReplies == 1)
                }
            }
        }
    }

    @Test func `a write that must not be repeated is told as unknown when its connection is lost, without a wait`()
        async throws
    {
        try await withTemporaryDirectory { directory in
            let endpoint = ZMQEndpoint.ipc(path: "\(directory)/s")
            try await onNode { node in
                try await node.withRequests(to: [endpoint]) { requests in
                    async let lost = error {
                        try await requests.call(
                            ZMQMultipart(utf8: "x"),
                            kind: .unkeyed,
                            timeout: .seconds(86_400),
                            connectTimeout: .seconds(60)
                        )
                    }
                    // It takes the request with it.
                    try await node.serve(at: endpoint, requests: 1) { _ in nil }
                    #expect(try await lost?.code == .outcomeUnknown)
                }
            }
        }
    }

    @Test func `what is on its way when the client ends is told so`() async throws {
        let asked = Counter()
        try await onNode { node in
            let serve: @Sendable (RoutedRequest) -> RequestAnswer? = { _ in
                asked.add()
                return nil
            }
            try await node.withServers([serve]) { endpoints in
                try await withThrowingTaskGroup { group in
                    let client = try await node.withRequests(to: endpoints) { requests in
                        group.addTask {
                            try await self.error { try await requests.call(ZMQMultipart(utf8: "x"), kind: .unkeyed) }?
                                .code
                        }
                        while asked.count == 0 { await Task.yield() }
                        return requests
                    }
                    for try await code in group { #expect(code == .closed) }
                    let late = try await error { try await client.call(ZMQMultipart(utf8: "x")) }
                    #expect(late?.code == .closed)
                }
            }
        }
    }

    @Test func `an answer of somebody else, or one that cannot be read, is no answer`() async throws {
        try await onNode { node in
            try await node.withRouter { router in
                try router.bind(.inproc(name: "server.0"))
                try await node.withRequests(to: [.inproc(name: "server.0")]) { requests in
                    async let reply = requests.call(ZMQMultipart(utf8: "x"), timeout: .seconds(60))
                    let request = try await router.receive()
                    let (peer, name) = (request.frame(0), request.frame(2))
                    try router.send(ZMQMultipart(peer, []))
                    try router.send(ZMQMultipart(peer, [], Array("1".utf8), Array("done".utf8)))
                    try router.send(ZMQMultipart(peer, [], name + [0x30], Array("done".utf8)))
                    try router.send(ZMQMultipart(peer, [], name, Array("done".utf8), [1]))
                    #expect(try await reply.body == ZMQMultipart([1]))
                    async let unreadable = error { try await requests.call(ZMQMultipart(utf8: "x")) }
                    let next = try await router.receive()
                    try router.send(ZMQMultipart(peer, [], next.frame(2), Array("what".utf8)))
                    #expect(try await unreadable?.code == .badReply)
                    #expect(await requests.statistics.lateReplies == 3)
                }
            }
        }
    }

    @Test func `a REP can be the server, which sees nothing of the envelope`() async throws {
        try await onNode { node in
            try await node.withReply { reply in
                try reply.bind(.inproc(name: "server"))
                try await node.withRequests(to: [.inproc(name: "server")]) { requests in
                    async let answer = requests.call(
                        ZMQMultipart(utf8: "2 apples"),
                        kind: .keyed("k"),
                        timeout: .seconds(60)
                    )
                    let request = try await reply.receive()
                    #expect(request.count == 3 && request.text(1) == "k" && request.text(2) == "2 apples")
                    try reply.send(ZMQMultipart(request.frame(0), Array("done".utf8), Array("order 1".utf8)))
                    #expect(try await answer.body == ZMQMultipart(utf8: "order 1"))
                }
            }
        }
    }
}
