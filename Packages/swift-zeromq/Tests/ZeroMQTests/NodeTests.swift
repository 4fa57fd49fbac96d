import Testing
import ZeroMQ

@Suite(.timeLimit(.minutes(10)))
struct NodeTests {
    @Test func `an actor of the node runs on the owner thread, and so do callbacks`() async throws {
        try await withOwner { owner in
            let isolated = Inlet<Bool>()
            await owner.run { owner in
                isolated.put(owner.node.isIsolatingCurrentContext() == true)
                owner.node.schedule(after: .zero) {
                    owner.assumeIsolated { $0.note("callback") }
                    isolated.put(true)
                }
            }
            #expect(owner.node.isIsolatingCurrentContext() == false)
            for _ in 0..<2 {
                let isIsolated = try await isolated.next()
                #expect(isIsolated)
            }
            #expect(await owner.notes == ["callback"])
        }
    }

    @Test func `64 tasks that hop 1000 times each lose nothing`() async throws {
        try await withOwner { owner in
            await withTaskGroup(of: Void.self) { group in
                for _ in 0..<64 {
                    group.addTask {
                        for _ in 0..<1000 { await owner.hop() }
                    }
                }
            }
            #expect(await owner.hops == 64_000)
        }
    }

    @Test func `what any thread has the node execute runs on the owner thread, in its order`() async throws {
        try await withOwner { owner in
            let done = Inlet<Bool>()
            for number in 0..<100 {
                owner.node.execute { owner.assumeIsolated { $0.note("\(number)") } }
            }
            owner.node.execute { done.put(owner.node.isIsolatingCurrentContext() == true) }
            let isOwner = try await done.next()
            #expect(isOwner)
            #expect(await owner.notes == (0..<100).map { "\($0)" })
        }
    }

    @Test func `a busy socket leaves room for jobs`() async throws {
        try await withOwner { owner in
            let order = Inlet<String>()
            try await owner.run { owner in
                let router = try owner.node.makeRouter()
                try router.bind(.inproc(name: "busy"))
                let dealer = try owner.node.makeDealer()
                try dealer.connect(.inproc(name: "busy"))
                for _ in 0..<1000 { try dealer.send(message("x")) }
                var received = ZMQMultipart()
                var count = 0
                owner.node.whenReadable(router) {
                    guard (try? router.receive(into: &received)) == true else { return }
                    count += 1
                    if count == 1 {
                        owner.assumeIsolated { owner in
                            _ = Task {
                                owner.hop()
                                order.put("job")
                            }
                        }
                    }
                    if count == 1000 { order.put("all read") }
                }
            }
            #expect(try await order.next() == "job")
            #expect(try await order.next() == "all read")
        }
    }

    @Test func `a node ends although sockets, timers and unsent messages are left`() async throws {
        let kept = try await withOwner { owner in
            try await owner.run { owner in
                let router = try owner.node.makeRouter()
                try router.monitor { _ in }
                try router.bind(.tcp(host: "127.0.0.1", port: 0), security: owner.guarded())
                owner.pump(router, into: Inlet())
                var options = ZMQSocketOptions.dealer
                options.immediate = false
                options.linger = .milliseconds(10)
                let dealer = try owner.node.makeDealer(options)
                try dealer.connect(.tcp(host: "127.0.0.1", port: 1))
                try dealer.send(message("never"))
                owner.pump(dealer, into: Inlet())
                owner.node.schedule(after: .seconds(3600)) { _ = dealer }
            }
            return owner
        }
        await kept.hop()
        #expect(await kept.hops == 1)
    }

    @Test func `after the end jobs still run one at a time, and sockets are refused`() async throws {
        let owner = try await withOwner { $0 }
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<16 {
                group.addTask {
                    for _ in 0..<100 { await owner.hop() }
                }
            }
        }
        #expect(await owner.hops == 1600)
        let code = await owner.run { owner in
            owner.node.cancel(owner.node.schedule(after: .zero) { owner.assumeIsolated { $0.note("never") } })
            return #expect(throws: ZMQError.self) { try owner.node.makeRouter() }?.code
        }
        #expect(code == .nodeStopped)
        #expect(await owner.notes == [])
    }

    @Test func `after the end what a node is to execute runs as if on the owner thread`() async throws {
        let owner = try await withOwner { $0 }
        let done = Inlet<Bool>()
        owner.node.execute { owner.assumeIsolated { $0.note("late") } }
        owner.node.execute { done.put(owner.node.isIsolatingCurrentContext() == true) }
        let isOwner = try await done.next()
        #expect(isOwner)
        #expect(await owner.notes == ["late"])
    }

    @Test func `a socket kept beyond the end is closed`() async throws {
        let holder = try await ZMQNode.withNode(name: "test") { node in
            let holder = Holder(node)
            try await holder.make(.inproc(name: "held"))
            return holder
        }
        #expect(await holder.sendCode() == .closed)
    }

    @Test func `a socket whose last reference goes on another thread is closed`() async throws {
        try await withTemporaryDirectory { directory in
            try await withOwner { owner in
                let endpoint = ZMQEndpoint.ipc(path: "\(directory)/held")
                let events = Inlet<ZMQMonitorEvent.Kind>()
                var holder: Holder? = Holder(owner.node)
                try await holder?.make(endpoint)
                try await owner.run { owner in
                    let dealer = try owner.node.makeDealer()
                    try dealer.monitor { events.put($0.kind) }
                    try dealer.connect(endpoint)
                    owner.keep(dealer)
                }
                _ = try await events.next { $0 == .handshakeSucceeded }
                #expect(await holder?.sendCode() == .peerGone)
                holder = nil
                _ = try await events.next { $0 == .disconnected }
            }
        }
    }

    @Test func `cancelling the caller cancels the body and still ends the node`() async throws {
        let started = Inlet<Void>()
        let task = Task {
            try await withOwner { owner in
                try await owner.run { owner in
                    let router = try owner.node.makeRouter()
                    try router.bind(.inproc(name: "cancelled"))
                    owner.pump(router, into: Inlet())
                }
                started.put(())
                try await Task.sleep(for: .seconds(3600))
            }
        }
        try await started.next()
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
    }

    @Test func `jobs that wait in a crowd do not keep timers waiting`() async throws {
        try await withOwner { owner in
            let crowd = 20_000
            let before = Inlet<Int>()
            await owner.fill(crowd) { before.put($0) }
            let ran = try await before.next()
            #expect(ran < crowd)
            // All of them run.
            while await owner.hops < crowd { await Task.yield() }
        }
    }

    @Test func `two nodes talk to each other`() async throws {
        try await withTemporaryDirectory { directory in
            try await withOwner { server in
                let endpoint = ZMQEndpoint.ipc(path: "\(directory)/two")
                try await server.run { owner in
                    let router = try owner.node.makeRouter()
                    try router.bind(endpoint)
                    owner.echo(router)
                }
                try await withOwner { client in
                    let replies = Inlet<ZMQMultipart>()
                    try await client.run { owner in
                        let dealer = try owner.node.makeDealer()
                        try dealer.connect(endpoint)
                        owner.pump(dealer, into: replies)
                        owner.node.whenWritable(dealer) {
                            for number in 0..<10_000 { try? dealer.send(message("\(number)")) }
                        }
                    }
                    for number in 0..<10_000 {
                        #expect(try await frames(replies.next()) == ["\(number)"])
                    }
                }
            }
        }
    }

    @Test func `using a node on a thread that does not own it stops the program`() async {
        await #expect(processExitsWith: .failure) {
            try await ZMQNode.withNode(name: "test") { node in
                _ = try node.makeRouter()
            }
        }
    }

    @Test(arguments: [0, -1, 65])
    func `a number of I/O threads out of range is refused`(count: Int) async {
        let options = ZMQContextOptions.with { $0.ioThreads = count }
        let error = await #expect(throws: ZMQError.self) {
            try await ZMQNode.withNode(name: "test", options: options) { _ in }
        }
        #expect(error?.code == .invalidOption)
    }
}

/// Holds a socket, so that its end is the socket's.
private actor Holder {
    private let node: ZMQNode
    private var router: RouterSocket?

    nonisolated var unownedExecutor: UnownedSerialExecutor { node.asUnownedSerialExecutor() }

    init(_ node: ZMQNode) {
        self.node = node
    }

    func make(_ endpoint: ZMQEndpoint) throws {
        let router = try node.makeRouter()
        try router.bind(endpoint)
        self.router = router
    }

    func sendCode() -> ZMQError.Code? {
        #expect(throws: ZMQError.self) { try router?.send(message("a", "b")) }?.code
    }
}
