import ZeroMQ

/// Publish and subscribe where nothing is missed: numbered events, heartbeats, an exact begin, and replay of what was lost.
@main
struct GapRepair {
    static func main() async throws {
        try await ZMQNode.withNode(name: "events") { node in
            let publisher = Publisher(node)
            try await publisher.bind()
            for name in ["one", "two"] { try await publisher.publish(name) }
            try await withThrowingTaskGroup { group in
                group.addTask { try await publisher.serveSubscribers() }
                group.addTask { try await publisher.serveReplays() }
                group.addTask { while !Task.isCancelled { try await publisher.beat() } }
                try await node.run { node in try await subscribe(node, until: 6) }
                group.cancelAll()
            }
        }
    }

    static func subscribe(_ node: ZMQNode, until last: UInt64) async throws {
        try await node.withSub { events in
            try await node.withDealer { replays in
                try replays.connect(.inproc(name: "replays"))
                try events.subscribe("stock/")
                // After all topics in byte order, in which libzmq sends subscriptions: whoever answers it knows the others.
                try events.subscribe("~sync/\(UInt64.random(in: 0 ... .max))")
                try events.connect(.inproc(name: "events"))
                var (epoch, have) = ("", UInt64(0))
                while have < last {
                    // A publisher that says nothing for longer than some heartbeats is gone.
                    let event = try await events.receive(timeout: .seconds(30))
                    guard event.count >= 3, let number = UInt64(event.text(2)) else { continue }
                    if event.text(1) != epoch {
                        // Another life of the stream: nothing of the last one counts.
                        (epoch, have) = (event.text(1), 0)
                        print("joined after event \(number)")
                    }
                    if event.count == 4, number == have + 1 {
                        have = number
                        print("\(number) \(event.text(3))")
                    }
                    while have < number {
                        print("missing \(have + 1) to \(number)")
                        try await replays.send(ZMQMultipart(utf8: "\(have + 1)", "\(number)"))
                        for _ in have + 1...number {
                            let event = try await replays.receive(timeout: .seconds(30))
                            guard event.text(0) == epoch, let number = UInt64(event.text(1)), number == have + 1 else {
                                break
                            }
                            have = number
                            print("\(number) \(event.text(2)), replayed")
                        }
                    }
                }
                print("complete")
            }
        }
    }
}

/// Numbers its events from 1 within an epoch, and keeps them for those who have missed some.
actor Publisher {
    private let node: ZMQNode
    private let epoch = String(UInt64.random(in: 0 ... .max), radix: 16)
    private var history: [String] = []
    private var events: XPubSocket?
    private var replays: RouterSocket?
    /// These are lost on their way to everybody.
    private let lost: Set = [4, 6]

    nonisolated var unownedExecutor: UnownedSerialExecutor { node.asUnownedSerialExecutor() }

    init(_ node: ZMQNode) { self.node = node }

    func bind() throws {
        events = try node.makeXPub()
        replays = try node.makeRouter()
        try events?.bind(.inproc(name: "events"))
        try replays?.bind(.inproc(name: "replays"))
    }

    func publish(_ text: String) throws {
        history.append(text)
        guard !lost.contains(history.count) else { return }
        try events?.send(ZMQMultipart(utf8: "stock/", epoch, "\(history.count)", text))
    }

    /// Says how far the stream is, so that the last event is missed, too.
    func beat() async throws {
        try events?.send(ZMQMultipart(utf8: "stock/", epoch, "\(history.count)"))
        try await Task.sleep(for: .milliseconds(20))
    }

    /// Tells whoever joins which event was the last before: all later ones go to them.
    func serveSubscribers() async throws {
        guard let events else { return }
        for await message in events.messages {
            guard let wish = ZMQSubscription(message), wish.isSubscribed else { continue }
            let topic = String(decoding: wish.topic, as: UTF8.self)
            guard topic.hasPrefix("~sync/") else { continue }
            try events.send(ZMQMultipart(utf8: topic, epoch, "\(history.count)"))
            for name in ["three", "four", "five", "six"] { try publish(name) }
        }
    }

    func serveReplays() async throws {
        guard let replays else { return }
        for await request in replays.messages {
            guard request.count == 3, let first = Int(request.text(1)), let last = Int(request.text(2)),
                first >= 1, last >= first, last <= history.count
            else { continue }
            for number in first...last {
                var event = ZMQMultipart(request.frame(0))
                for part in [epoch, "\(number)", history[number - 1]] { event.append(utf8: part) }
                try replays.send(event)
            }
        }
    }
}
