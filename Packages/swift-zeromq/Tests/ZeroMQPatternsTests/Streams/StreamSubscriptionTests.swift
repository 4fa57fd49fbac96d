import Testing
import ZeroMQ

@testable import ZeroMQPatterns

/// What whoever subscribes over real sockets is promised.
@Suite(.timeLimit(.minutes(10)))
struct StreamSubscriptionTests {
    /// Takes elements of a subscription, and sees that events follow each other.
    private struct Reading {
        var iterator: StreamSubscription<StreamElement<PublishedEvent>>.AsyncIterator
        var position: StreamPosition?

        init(_ stream: StreamSubscription<StreamElement<PublishedEvent>>) { iterator = stream.makeAsyncIterator() }

        mutating func next() async throws -> StreamElement<PublishedEvent> {
            let element = try #require(await iterator.next())
            switch element {
            case .event(let event):
                #expect(event.topic == "stock/mango" && event.text == "\(event.sequence)")
                if let position {
                    #expect(event.sequence == position.sequence + 1 && event.isOf(epoch: position.epoch))
                }
                position = StreamPosition(epoch: event.epoch, sequence: event.sequence)
            case .resynced(let cut): position = cut.to
            case .live(let marker): position = position ?? marker
            case .stale, .notAdmitted: break
            }
            return element
        }

        /// Goes on until an element fits.
        mutating func next(where fits: (StreamElement<PublishedEvent>) -> Bool) async throws {
            while try await !fits(next()) {}
        }

        /// Goes on until everything up to a position was seen.
        mutating func read(to sequence: Int) async throws {
            while position.map({ $0.sequence < sequence }) ?? true { _ = try await next() }
        }
    }

    @Test(arguments: 0..<8 as Range<UInt64>)
    func `every event comes once and in order, whatever was lost and came twice`(seed: UInt64) async throws {
        try await TestPublisher.with { publisher in
            try await publisher.publish(20)
            try await publisher.withSubscription(from: .after(0)) { stream in
                var reading = Reading(stream)
                try await reading.read(to: 20)
                var generator = SeededGenerator(seed: seed)
                for turn in 1...10 {
                    let copies = (0..<100).map { _ in [0, 0, 1, 1, 1, 2].randomElement(using: &generator) ?? 1 }
                    try await publisher.publish(100) { copies[$0 % 100] }
                    // Without it nobody knows whether the last was lost.
                    try await publisher.beat()
                    try await reading.read(to: 20 + 100 * turn)
                }
            }
        }
    }

    @Test func `what is published while a connection is lost comes, too`() async throws {
        try await TestPublisher.with { publisher in
            try await publisher.withSubscription { stream in
                var reading = Reading(stream)
                try await reading.next { if case .live = $0 { true } else { false } }
                for turn in 1...3 {
                    try await publisher.publish(50)
                    try await publisher.restart()
                    try await publisher.publish(50)
                    // The marker of the new connection tells of them; no heartbeat is needed.
                    try await reading.read(to: 100 * turn)
                }
                #expect(await publisher.joined > 1)
            }
        }
    }

    @Test func `a subscription begins now, or where it is told`() async throws {
        try await TestPublisher.with { publisher in
            try await publisher.publish(10)
            let epoch = await publisher.history.epoch
            for (start, before) in [(StreamStart.now, 10), (.after(7), 7), (.position(epoch: epoch, after: 9), 9)] {
                let isFirst = try await publisher.withSubscription(from: start) { stream in
                    var reading = Reading(stream)
                    while true {
                        switch try await reading.next() {
                        case .event(let event): return event.sequence == before + 1
                        case .live(let position): return position.sequence == before
                        default: continue
                        }
                    }
                }
                #expect(isFirst)
            }
            try await publisher.withSubscription(from: .after(7)) { stream in
                for await case .event(let event) in stream {
                    #expect(event.sequence == 8)
                    break
                }
                // Another iteration goes on where the first was broken off.
                for await case .event(let event) in stream {
                    #expect(event.sequence == 9)
                    break
                }
            }
        }
    }

    @Test func `a stream that begins anew, and a past that is not kept, are told as cuts`() async throws {
        try await TestPublisher.with(EventHistory(of: "stock/", epoch: "a", keeping: 3)) { publisher in
            try await publisher.publish(10)
            try await publisher.withSubscription(from: .after(2)) { stream in
                var reading = Reading(stream)
                let cut = Resync(
                    reason: .truncated,
                    from: StreamPosition(epoch: "a", sequence: 2),
                    to: StreamPosition(epoch: "a", sequence: 7)
                )
                #expect(try await reading.next() == .resynced(cut))
                try await reading.read(to: 10)
                await publisher.replace(with: EventHistory(of: "stock/", epoch: "b"))
                try await publisher.beat()
                let other = Resync(
                    reason: .newEpoch,
                    from: StreamPosition(epoch: "a", sequence: 10),
                    to: StreamPosition(epoch: "b", sequence: 0)
                )
                try await reading.next { $0 == .resynced(other) }
                try await publisher.publish(3)
                try await reading.read(to: 3)
            }
        }
    }

    @Test func `who is slow loses nothing, and what waits for them is bounded`() async throws {
        try await TestPublisher.with { publisher in
            var options = StreamSubscriptionOptions()
            options.waiting = 10
            options.limits.page = 7
            try await publisher.withFeed(options) { feed in
                var reading = Reading(feed.subscription)
                try await reading.next { if case .live = $0 { true } else { false } }
                for _ in 0..<10 {
                    try await publisher.publish(100)
                    try await publisher.beat()
                }
                while await feed.progress.reached?.sequence != 1_000 { await Task.yield() }
                // With what may come at once.
                #expect(await feed.progress.waiting <= 10 + 256 + 7)
                try await reading.read(to: 1_000)
            }
        }
    }

    @Test func `silence is told, and its end`() async throws {
        try await TestPublisher.with { publisher in
            var options = StreamSubscriptionOptions()
            options.maximumSilence = .milliseconds(50)
            try await publisher.withSubscription(options) { stream in
                var reading = Reading(stream)
                try await reading.next { $0 == .stale }
                try await publisher.beat()
                try await reading.next { if case .live = $0 { true } else { false } }
            }
        }
    }

    @Test func `a past that nobody tells is asked for again`() async throws {
        try await TestPublisher.with { publisher in
            try await publisher.publish(5)
            await publisher.ignore(3)
            try await publisher.withSubscription(from: .after(0)) { stream in
                var reading = Reading(stream)
                #expect(try await reading.next() == .stale)
                try await reading.read(to: 5)
                try await reading.next { if case .live = $0 { true } else { false } }
            }
        }
    }

    @Test func `it ends with its scope, and with the task that iterates`() async throws {
        try await TestPublisher.with { publisher in
            let ended = try await publisher.withSubscription { stream in
                await withTaskGroup { group in
                    group.addTask { for await _ in stream {} }
                    while await publisher.joined == 0 { await Task.yield() }
                    group.cancelAll()
                }
                return stream
            }
            for await _ in ended { Issue.record("it goes on") }
        }
    }

    @Test func `a key that is not let in is told`() async throws {
        let server = try CurveKeyPair.generate()
        try await onNode { node in
            let authenticator = try node.makeAuthenticator { _ in .refused }
            try await node.withXPub { publisher in
                let any = ZMQEndpoint.tcp(host: "127.0.0.1", port: 0)
                let endpoint = try publisher.bind(any, security: .curve(server, domain: "test"))
                var options = StreamSubscriptionOptions()
                options.security = .curve(server: server.publicKey, client: try .generate())
                try await node.withSubscription(to: "stock/", at: endpoint, replaysFrom: [endpoint], options: options) {
                    stream in
                    var iterator = stream.makeAsyncIterator()
                    #expect(await iterator.next() == .notAdmitted(.keyRefused))
                }
            }
            _ = authenticator
        }
    }

    @Test(arguments: ["~", "~sync/", "é"])
    func `a name behind that of joining is refused`(name: String) async throws {
        try await ZMQNode.withNode(name: "test") { node in
            _ = await #expect(throws: ZMQError.self) {
                let endpoint = ZMQEndpoint.inproc(name: "events")
                try await node.withSubscription(to: name, at: endpoint, replaysFrom: [endpoint]) { _ in }
            }
        }
    }
}
