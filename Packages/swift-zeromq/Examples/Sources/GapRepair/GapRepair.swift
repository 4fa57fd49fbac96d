import ZeroMQ
import ZeroMQPatterns

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
                try await subscribe(node, until: 6)
                group.cancelAll()
            }
        }
    }

    static func subscribe(_ node: ZMQNode, until last: Int) async throws {
        let (events, replays) = (ZMQEndpoint.inproc(name: "events"), ZMQEndpoint.inproc(name: "replays"))
        try await node.withSubscription(to: "stock/", at: events, replaysFrom: [replays], from: .after(0)) { stream in
            for await element in stream {
                switch element {
                case .event(let event):
                    print("\(event.sequence) \(event.text)")
                    if event.sequence == last { return }
                case .live(let position): print("up to date at \(position.sequence)")
                case .resynced(let cut): print("cut (\(cut.reason)): take a picture of the whole at \(cut.to.sequence)")
                case .stale: print("may be old")
                case .notAdmitted(let fault): print("not admitted: \(fault)")
                }
            }
        }
    }
}

/// Publishes events, and keeps them for those who have missed some.
actor Publisher {
    private let node: ZMQNode
    private var history = EventHistory(of: "stock/")
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
        let message = history.publish("stock/mango", payload: Array(text.utf8))
        if lost.contains(history.newest) {
            print("publisher: \(text) is lost on the way")
        } else {
            try events?.send(message)
        }
    }

    /// Says how far the stream is, so that the last event is missed, too.
    func beat() async throws {
        try events?.send(history.heartbeat)
        try await Task.sleep(for: .milliseconds(20))
    }

    /// Tells whoever joins which event was the last before: all later ones go to them.
    func serveSubscribers() async throws {
        guard let events else { return }
        for await wish in events.messages {
            guard let marker = history.marker(for: wish) else { continue }
            try events.send(marker)
            for name in ["three", "four", "five", "six"] { try publish(name) }
        }
    }

    func serveReplays() async throws {
        guard let replays else { return }
        for await message in replays.messages {
            guard let request = RoutedRequest(message), let answer = history.replay(request) else { continue }
            try replays.send(request.reply(answer))
        }
    }
}
