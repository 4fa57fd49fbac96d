import Testing
import ZeroMQ

/// Sockets in tasks: who waits is served in order, and nothing is lost by who stops waiting.
@Suite(.timeLimit(.minutes(10)))
struct AsyncTests {
    @Test func `tasks of one node talk to each other, each with a socket of its own`() async throws {
        try await ZMQNode.withNode(name: "async") { node in
            try await node.run { node in
                try await withThrowingTaskGroup { group in
                    group.addTask {
                        try await node.withReply { reply in
                            try reply.bind(.inproc(name: "echo"))
                            for await question in reply.messages {
                                try reply.send(question)
                                if question.count == 2 { return }
                            }
                        }
                    }
                    try await node.withRequest { request in
                        try request.connect(.inproc(name: "echo"))
                        for number in 0..<1_000 {
                            let answer = try await request.call(message("\(number)"), timeout: .seconds(60))
                            #expect(frames(answer) == ["\(number)"])
                        }
                        _ = try await request.call(message("the", "end"), timeout: .seconds(60))
                    }
                    try await group.waitForAll()
                }
            }
        }
    }

    @Test func `what has no room waits, and leaves in the order of the calls`() async throws {
        try await withOwner { owner in
            let count = 50
            let received = Inlet<ZMQMultipart>()
            let pipe = try await owner.open(highWaterMark: 1)
            try await withThrowingTaskGroup { group in
                for number in 0..<count {
                    group.addTask { try await pipe.send("\(number)") }
                    // Each has been called before the next.
                    await pipe.untilWaiting(number + 1)
                }
                try await pipe.read(into: received)
                try await group.waitForAll()
            }
            for number in 0..<count { #expect(try await frames(received.next()) == ["\(number)"]) }
        }
    }

    @Test func `a task that stops waiting has sent nothing, and holds up nobody`() async throws {
        try await withOwner { owner in
            let received = Inlet<ZMQMultipart>()
            let pipe = try await owner.open(highWaterMark: 1)
            let cancelled = Task { try await pipe.send("cancelled") }
            await pipe.untilWaiting(1)
            await #expect(throws: ZMQError.self) { try await pipe.send("late", timeout: .milliseconds(1)) }
            let last = Task { try await pipe.send("last") }
            await pipe.untilWaiting(3)
            cancelled.cancel()
            await #expect(throws: CancellationError.self) { try await cancelled.value }
            try await pipe.read(into: received)
            try await last.value
            #expect(try await frames(received.next()) == ["last"])
        }
    }

    @Test(arguments: 1...5)
    func `every message that was sent is received once, whoever is cancelled`(seed: UInt64) async throws {
        let count = 2_000
        try await withOwner { owner in
            let pipe = try await owner.open(highWaterMark: 1_000)
            try await pipe.connect()
            let sender = Task {
                for number in 0..<count { try await pipe.send("\(number)") }
            }
            var generator = SplitMix(seed)
            var seen: [String] = []
            while seen.count < count {
                let reader = Task { try await pipe.receive() }
                if generator.next() % 2 == 0 { reader.cancel() }
                if let message = try? await reader.value { seen += frames(message) }
            }
            try await sender.value
            #expect(seen == (0..<count).map(String.init))
        }
    }

    @Test(arguments: 0..<8)
    func `a task that prefers the owner thread is cancelled in an actor, too, whenever that happens`(yields: Int)
        async throws
    {
        try await withOwner { owner in
            let pipe = try await owner.open(highWaterMark: 1)
            try await owner.node.run { _ in
                await withThrowingTaskGroup(of: ZMQMultipart.self) { group in
                    group.addTask { try await pipe.receive(timeout: .seconds(60)) }
                    for _ in 0..<yields { await Task.yield() }
                    group.cancelAll()
                    let result = await group.nextResult()
                    #expect(throws: CancellationError.self) { try result?.get() }
                }
            }
        }
    }

    @Test func `tasks of an actor take turns with a request socket, and none is forgotten`() async throws {
        try await ZMQNode.withNode(name: "turns") { node in
            let asker = try await Asker(node)
            try await node.run { _ in
                try await withThrowingTaskGroup { group in
                    group.addTask { try await asker.serve() }
                    try await withThrowingTaskGroup { askers in
                        for number in 0..<8 {
                            askers.addTask {
                                for _ in 0..<100 {
                                    let answer = try await asker.ask("\(number)")
                                    #expect(frames(answer) == ["\(number)"])
                                }
                            }
                        }
                        try await askers.waitForAll()
                    }
                    group.cancelAll()
                }
            }
        }
    }

    @Test func `a wait for a message ends with its time, and with the socket`() async throws {
        try await withOwner { owner in
            let pipe = try await owner.open(highWaterMark: 1)
            let late = await #expect(throws: ZMQError.self) { try await pipe.receive(timeout: .milliseconds(1)) }
            #expect(late?.code == .timedOut)
            let waiting = Task { try await pipe.receive() }
            let looping = Task { await pipe.countMessages() }
            await pipe.close()
            let closed = await #expect(throws: ZMQError.self) { try await waiting.value }
            #expect(closed?.code == .closed)
            #expect(await looping.value == 0)
        }
    }

    @Test func `an answer that comes too late is not taken for that to the next question`() async throws {
        try await ZMQNode.withNode(name: "late") { node in
            try await node.run { node in
                try await withThrowingTaskGroup { group in
                    group.addTask {
                        try await node.withRouter { router in
                            try router.bind(.inproc(name: "late"))
                            var held: ZMQMultipart?
                            for await question in router.messages {
                                guard let first = held else {
                                    held = question
                                    continue
                                }
                                try router.send(first)
                                try router.send(question)
                                return
                            }
                        }
                    }
                    try await node.withRequest { request in
                        try request.connect(.inproc(name: "late"))
                        let error = await #expect(throws: ZMQError.self) {
                            try await request.call(message("first"), timeout: .milliseconds(20))
                        }
                        #expect(error?.code == .timedOut)
                        let answer = try await request.call(message("second"), timeout: .seconds(60))
                        #expect(frames(answer) == ["second"])
                    }
                    try await group.waitForAll()
                }
            }
        }
    }

    @Test func `a buffer that is full says how much was dropped, in its place`() async throws {
        try await withOwner { owner in
            let pipe = try await owner.open(highWaterMark: 100)
            let buffered = Task { try await pipe.readBuffered(capacity: 3, sending: 10) }
            let (first, dropped, last) = try await buffered.value
            // The first goes to the reader who waits, the next three fill the buffer.
            #expect(first == ["0", "1", "2", "3"])
            #expect(dropped == 6)
            #expect(last == "later")
        }
    }

    @Test func `connections tell of themselves, one event after the other`() async throws {
        try await ZMQNode.withNode(name: "monitor") { node in
            try await node.run { node in
                try await withTemporaryDirectory { directory in
                    try await node.withPull { pull in
                        try await node.withPush { push in
                            let events = try pull.monitorEvents()
                            try pull.bind(.ipc(path: "\(directory)/work"))
                            try push.connect(.ipc(path: "\(directory)/work"))
                            var kinds: [ZMQMonitorEvent.Kind] = []
                            for await case .element(let event) in events {
                                kinds.append(event.kind)
                                if event.kind == .handshakeSucceeded { break }
                            }
                            #expect(kinds == [.listening, .accepted, .handshakeSucceeded])
                        }
                    }
                }
            }
        }
    }

    @Test func `a task that never has to wait ends with the node, and waits for nothing after it`() async throws {
        let (pipe, busy) = try await withOwner { owner in
            let pipe = try await owner.open(highWaterMark: 10)
            try await pipe.connect()
            let busy = Task { await pipe.exchangeUntilClosed() }
            await pipe.untilWaiting(1_000)
            return (pipe, busy)
        }
        #expect(await busy.value == .closed)
        for _ in 0..<1_000 { #expect(await pipe.exchangeUntilClosed() == .closed) }
    }

    @Test func `a socket that always has something does not keep a timer waiting`() async throws {
        try await ZMQNode.withNode(name: "busy") { node in
            try await node.run { node in
                try await node.withPair { one in
                    try await node.withPair { other in
                        try one.bind(.inproc(name: "busy"))
                        try other.connect(.inproc(name: "busy"))
                        var isOver = false
                        node.schedule(after: .milliseconds(1)) { isOver = true }
                        while !isOver {
                            try await one.send(message("x"))
                            _ = try await other.receive()
                        }
                    }
                }
            }
        }
    }
}

/// A REQ that many tasks use, and a REP that answers it.
private actor Asker {
    private let node: ZMQNode
    private var request: RequestSocket?
    private var reply: ReplySocket?

    nonisolated var unownedExecutor: UnownedSerialExecutor { node.asUnownedSerialExecutor() }

    init(_ node: ZMQNode) async throws {
        self.node = node
        request = try node.makeRequest()
        reply = try node.makeReply()
        try reply?.bind(.inproc(name: "asker"))
        try request?.connect(.inproc(name: "asker"))
    }

    func ask(_ text: String) async throws -> ZMQMultipart {
        try await request?.call(message(text), timeout: .seconds(60)) ?? ZMQMultipart()
    }

    func serve() async throws {
        guard let reply else { return }
        for await question in reply.messages { try reply.send(question) }
    }
}

/// A PUSH and a PULL that can be used by many tasks.
private actor Pipe {
    private let node: ZMQNode
    private let push: PushSocket
    private let pull: PullSocket
    private var waiting = 0

    nonisolated var unownedExecutor: UnownedSerialExecutor { node.asUnownedSerialExecutor() }

    init(_ node: ZMQNode, _ push: sending PushSocket, _ pull: sending PullSocket) {
        self.node = node
        self.push = push
        self.pull = pull
    }

    func connect() throws {
        try push.bind(.inproc(name: "pipe"))
        try pull.connect(.inproc(name: "pipe"))
    }

    func send(_ text: String, timeout: Duration? = nil) async throws {
        waiting += 1
        try await push.send(message(text), timeout: timeout)
    }

    /// Until so many have called `send`.
    func untilWaiting(_ count: Int) async {
        while waiting < count { await Task.yield() }
    }

    func read(into inlet: Inlet<ZMQMultipart>) throws {
        try connect()
        var received = ZMQMultipart()
        node.whenReadable(pull) { [pull] in
            while (try? pull.receive(into: &received)) == true { inlet.put(received) }
        }
    }

    func receive(timeout: Duration? = nil) async throws -> ZMQMultipart {
        try await pull.receive(timeout: timeout)
    }

    func exchangeUntilClosed() async -> ZMQError.Code? {
        while true {
            do {
                try await send("x")
                _ = try await receive()
            } catch {
                return (error as? ZMQError)?.code
            }
        }
    }

    func countMessages() async -> Int {
        var count = 0
        for await _ in pull.messages { count += 1 }
        return count
    }

    func readBuffered(capacity: Int, sending count: Int) async throws -> (first: [String], dropped: Int, last: String) {
        try connect()
        let messages = pull.messages(bufferedUpTo: capacity)
        // In one turn of the loop, so that all are there before the reader runs.
        for number in 0..<count { try await push.send(message("\(number)")) }
        var first: [String] = []
        var iterator = messages.makeAsyncIterator()
        while let next = await iterator.next() {
            switch next {
            case .element(let message): first += frames(message)
            case .overflow(let dropped):
                try await push.send(message("later"))
                guard case .element(let last)? = await iterator.next() else { return (first, dropped, "") }
                return (first, dropped, frames(last)[0])
            }
        }
        return (first, 0, "")
    }

    func close() {
        push.close()
        pull.close()
    }
}

extension Owner {
    /// A PUSH and a PULL that are not connected yet.
    fileprivate func open(highWaterMark: Int) throws -> Pipe {
        var options = ZMQSocketOptions.push
        options.sendHighWaterMark = highWaterMark
        options.receiveHighWaterMark = highWaterMark
        return try Pipe(node, node.makePush(options), node.makePull(options))
    }
}

private struct SplitMix: RandomNumberGenerator {
    private var state: UInt64

    init(_ seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}
