import Testing
import ZeroMQ

/// What stands between clients and workers, or subscribers and publishers.
@Suite(.timeLimit(.minutes(10)))
struct ProxyTests {
    /// Runs `body` with a proxy between a ROUTER (`front`) and a DEALER (`back`) and the PAIR that controls it, and gives what the
    /// proxy has counted.
    private func withProxy(
        _ options: ZMQSocketOptions = .dealer,
        _ body: @escaping @Sendable (ZMQNode, PairSocket) async throws -> Void
    ) async throws -> ZMQProxyCounts {
        try await ZMQNode.withNode(name: "proxy") { node in
            try await node.run { node in
                let (router, dealer) = (try node.makeRouter(), try node.makeDealer(options))
                try router.bind(.inproc(name: "front"))
                try dealer.bind(.inproc(name: "back"))
                let (here, there) = (try node.makePair(), try node.makePair())
                try here.bind(.inproc(name: "control"))
                try there.connect(.inproc(name: "control"))
                async let counts = node.proxy(router, dealer, control: here)
                try await body(node, there)
                try await there.send(message("TERMINATE"))
                return try await counts
            }
        }
    }

    @Test func `a question finds a worker and its answer the client, through a proxy`() async throws {
        let counts = try await withProxy { node, _ in
            try await withThrowingTaskGroup { group in
                for _ in 0..<2 {
                    group.addTask {
                        try await node.withReply { worker in
                            try worker.connect(.inproc(name: "back"))
                            for _ in 0..<50 { try await worker.send(worker.receive()) }
                        }
                    }
                }
                try await node.withRequest { client in
                    try client.connect(.inproc(name: "front"))
                    for number in 0..<100 {
                        let answer = try await client.call(message("\(number)", ""), timeout: .seconds(60))
                        #expect(frames(answer) == ["\(number)", ""])
                    }
                }
                try await group.waitForAll()
            }
        }
        #expect(counts == ZMQProxyCounts(passed: 200, dropped: 0))
    }

    @Test func `what comes to a paused proxy passes when it goes on, in its order`() async throws {
        let counts = try await withProxy { node, control in
            try await node.withDealer { worker in
                try worker.connect(.inproc(name: "back"))
                try await node.withDealer { client in
                    try client.connect(.inproc(name: "front"))
                    for command in ["PAUSE", "no command", "STATISTICS"] { try await control.send(message(command)) }
                    try await control.send(message("RESUME", "but not"))
                    #expect(try await frames(control.receive(timeout: .seconds(60))) == ["0", "0"])
                    for number in 0..<1_000 { try await client.send(message("\(number)")) }
                    let early = await #expect(throws: ZMQError.self) {
                        try await worker.receive(timeout: .milliseconds(20))
                    }
                    #expect(early?.code == .timedOut)
                    try await control.send(message("RESUME"))
                    for number in 0..<1_000 {
                        #expect(try await frames(worker.receive(timeout: .seconds(60))).last == "\(number)")
                    }
                }
            }
        }
        #expect(counts == ZMQProxyCounts(passed: 1_000, dropped: 0))
    }

    @Test func `where no worker has room, messages wait before the proxy and none is lost`() async throws {
        var options = ZMQSocketOptions.dealer
        options.sendHighWaterMark = 1
        let counts = try await withProxy(options) { node, _ in
            try await node.withDealer { client in
                try client.connect(.inproc(name: "front"))
                for number in 0..<1_000 { try await client.send(message("\(number)")) }
                var options = ZMQSocketOptions.dealer
                options.receiveHighWaterMark = 1
                try await node.withDealer(options) { worker in
                    try worker.connect(.inproc(name: "back"))
                    for number in 0..<1_000 {
                        #expect(try await frames(worker.receive(timeout: .seconds(60))).last == "\(number)")
                    }
                }
            }
        }
        #expect(counts == ZMQProxyCounts(passed: 1_000, dropped: 0))
    }

    @Test func `an answer to nobody is dropped, counted, and in nobody's way`() async throws {
        let counts = try await withProxy { node, _ in
            try await node.withDealer { worker in
                try worker.connect(.inproc(name: "back"))
                try await worker.send(message("nobody", "answer"))
                try await worker.send(message("without a name"))
                try await node.withDealer { client in
                    try client.connect(.inproc(name: "front"))
                    try await client.send(message("question"))
                    try await worker.send(worker.receive(timeout: .seconds(60)))
                    #expect(try await frames(client.receive(timeout: .seconds(60))) == ["question"])
                }
            }
        }
        #expect(counts == ZMQProxyCounts(passed: 2, dropped: 2))
    }

    @Test func `subscriptions pass to the publisher, and their end when the last subscriber is gone`() async throws {
        try await ZMQNode.withNode(name: "forwarder") { node in
            try await node.run { node in
                let publisher = try node.makeXPub()
                try publisher.bind(.inproc(name: "publisher"))
                let (one, other) = (try node.makeSub(), try node.makeSub())
                for subscriber in [one, other] {
                    try subscriber.connect(.inproc(name: "front"))
                    try subscriber.subscribe("a")
                }
                try await withThrowingTaskGroup { group in
                    group.addTask {
                        var options = ZMQSocketOptions.xpub
                        options.repeatsSubscriptions = false
                        let (front, back) = (try node.makeXPub(options), try node.makeXSub())
                        try front.bind(.inproc(name: "front"))
                        try back.connect(.inproc(name: "publisher"))
                        try await node.proxy(front, back)
                    }
                    let begin = try await publisher.receive(timeout: .seconds(60))
                    #expect(ZMQSubscription(begin) == ZMQSubscription(topic: Array("a".utf8), isSubscribed: true))
                    try publisher.send(message("b"))
                    try publisher.send(message("apple", "x"))
                    #expect(try await frames(one.receive(timeout: .seconds(60))) == ["apple", "x"])
                    #expect(try await frames(other.receive(timeout: .seconds(60))) == ["apple", "x"])
                    one.close()
                    other.close()
                    let end = try await publisher.receive(timeout: .seconds(60))
                    #expect(ZMQSubscription(end) == ZMQSubscription(topic: Array("a".utf8), isSubscribed: false))
                    group.cancelAll()
                    await #expect(throws: CancellationError.self) { try await group.waitForAll() }
                }
            }
        }
    }

    @Test func `work passes in one direction, and who ends the proxy has the sockets as they were`() async throws {
        try await ZMQNode.withNode(name: "streamer") { node in
            try await node.run { node in
                let control = try node.makePair()
                try control.bind(.inproc(name: "control"))
                let (source, sink) = (try node.makePush(), try node.makePull())
                try source.connect(.inproc(name: "front"))
                try sink.connect(.inproc(name: "back"))
                try await withThrowingTaskGroup { group in
                    group.addTask {
                        let (pull, push, end) = (try node.makePull(), try node.makePush(), try node.makePair())
                        try pull.bind(.inproc(name: "front"))
                        try push.bind(.inproc(name: "back"))
                        try end.connect(.inproc(name: "control"))
                        let counts = try await node.proxy(from: pull, to: push, control: end)
                        #expect(counts == ZMQProxyCounts(passed: 100, dropped: 0))
                        try await end.send(message("ended"))
                        #expect(try await frames(pull.receive(timeout: .seconds(60))) == ["later"])
                    }
                    for number in 0..<100 { try await source.send(message("\(number)")) }
                    for number in 0..<100 {
                        #expect(try await frames(sink.receive(timeout: .seconds(60))) == ["\(number)"])
                    }
                    try await control.send(message("TERMINATE"))
                    #expect(try await frames(control.receive(timeout: .seconds(60))) == ["ended"])
                    try await source.send(message("later"))
                    try await group.waitForAll()
                }
            }
        }
    }

    @Test(arguments: [true, false])
    func `a proxy ends with a socket that is closed, before or after its start`(isEarly: Bool) async throws {
        try await ZMQNode.withNode(name: "closed") { node in
            try await node.run { node in
                let (router, dealer) = (try node.makeRouter(), try node.makeDealer())
                if isEarly { dealer.close() } else { node.schedule(after: .milliseconds(1)) { dealer.close() } }
                let error = await #expect(throws: ZMQError.self) { try await node.proxy(router, dealer) }
                #expect(error?.code == .closed)
            }
        }
    }
}
