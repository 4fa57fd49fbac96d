import Messages
import Platform
import TestKit
import Testing
import ZeroMQ

@testable import WorkerClient
@testable import ZeroMQPatterns

@Suite(.timeLimit(.minutes(10)))
struct EventSubscriberTests {
    private let directory: TemporaryDirectory
    private let address: ServiceAddress

    init() throws {
        directory = try TemporaryDirectory()
        address = ServiceAddress(service: .juice, runDirectory: directory.path)
    }

    private func withEvents<R: Sendable>(
        from start: StreamStart,
        options: StreamSubscriptionOptions = StreamSubscriptionOptions(waiting: EventSubscriber.maxWaiting),
        _ body: (EventSubscription) async throws -> R
    ) async throws -> R {
        try await ZMQNode.withNode(name: "subscriber") { node in
            try await EventSubscriber.withEvents(of: address, on: node, from: start, options, body: body)
        }
    }

    private func withStream<R: Sendable>(
        _ log: EventLog,
        _ body: (ScriptedStream) async throws -> R
    ) async throws -> R {
        try await ScriptedStream.withStream(log, rpc: address.rpc, events: address.events, body)
    }

    /// Iterates until an event, and checks that the sequence continues or the cut is told.
    private struct Reading {
        var iterator: EventSubscription.AsyncIterator
        var position: StreamPosition?
        var cuts: [Resync] = []

        init(_ events: EventSubscription, after position: StreamPosition? = nil) {
            iterator = events.makeAsyncIterator()
            self.position = position
        }

        mutating func next() async throws -> SubscriberSignal {
            let signal = try #require(await iterator.next())
            switch signal {
            case .event(let event):
                if let position {
                    try #require(event.epoch == position.epoch)
                    try #require(event.sequence == position.sequence + 1)
                }
                position = StreamPosition(epoch: event.epoch, sequence: event.sequence)
            case .resynced(let cut):
                cuts.append(cut)
                position = cut.to
            case .live(let marker):
                if position == nil { position = marker }
            case .stale, .notAdmitted, .refused:
                break
            }
            return signal
        }

        mutating func read(until sequence: Int, epoch: String) async throws {
            while position?.epoch != epoch || (position?.sequence ?? 0) < sequence { _ = try await next() }
        }

        mutating func readUntilLive() async throws {
            while true {
                if case .live = try await next() { return }
            }
        }
    }

    @Test func `nothing of a subscription is left when it has ended`() async throws {
        try await ZMQNode.withNode(name: "subscriber") { node in
            weak var left: StreamQueue<SubscriberSignal>?
            try await EventSubscriber.withEvents(of: address, on: node, from: .now) { events in
                left = events.queue
            }
            // Its last callback lets go of it only after it has answered.
            while left != nil { await Task.yield() }
        }
    }

    @Test func `now begins with what comes after joining`() async throws {
        try await withEvents(from: .now) { events in
            var reading = Reading(events)
            try await withStream(EventLog(epoch: "a", newest: 7)) { stream in
                var first = try await reading.next()
                // On a busy machine the stream may begin so late that its absence is told before.
                if first == .stale { first = try await reading.next() }
                #expect(first == .live(StreamPosition(epoch: "a", sequence: 7)))
                await stream.append(3)
                try await reading.read(until: 10, epoch: "a")
                #expect(await stream.replays == 0)
            }
        }
    }

    @Test func `a position is continued through pages of the past into the present`() async throws {
        try await withEvents(from: .after(0)) { events in
            var reading = Reading(events, after: StreamPosition(epoch: "a", sequence: 0))
            try await withStream(EventLog(epoch: "a", newest: 2_500)) { stream in
                try await stream.joined()
                await stream.append(100)
                try await reading.read(until: 2_600, epoch: "a")
                #expect(reading.cuts == [])
            }
        }
    }

    @Test(arguments: 0..<4 as Range<UInt64>)
    func `events that are lost and repeated on the way are seen once and in order`(seed: UInt64) async throws {
        try await withEvents(from: .now) { events in
            var reading = Reading(events)
            try await withStream(EventLog(epoch: "a", newest: 0)) { stream in
                try await reading.readUntilLive()
                var generator = Platform.SeededGenerator(seed: seed)
                for round in 1...20 {
                    let copies = (0..<100).map { _ in generator.chance(0.3) ? 0 : generator.chance(0.2) ? 2 : 1 }
                    let first = (round - 1) * 100 + 1
                    await stream.append(100) { copies[$0 - first] }
                    if generator.chance(0.5) { await stream.heartbeat() }
                }
                await stream.heartbeat()
                try await reading.read(until: 2_000, epoch: "a")
                #expect(reading.cuts == [])
            }
        }
    }

    @Test func `the loss of the last events is noticed by a heartbeat`() async throws {
        try await withEvents(from: .now) { events in
            var reading = Reading(events)
            try await withStream(EventLog(epoch: "a", newest: 0)) { stream in
                try await reading.readUntilLive()
                await stream.append(5) { _ in 0 }
                await stream.heartbeat()
                try await reading.read(until: 5, epoch: "a")
            }
        }
    }

    @Test func `rubbish from the publisher is a hole like any other`() async throws {
        try await withEvents(from: .now) { events in
            var reading = Reading(events)
            try await withStream(EventLog(epoch: "a", newest: 0)) { stream in
                try await reading.readUntilLive()
                await stream.publish(topic: "juice.stock.changed.mango.", text: "{")
                await stream.publish(topic: "juice.heartbeat.", text: "[]")
                await stream.append(1) { _ in 0 }
                await stream.append(1)
                try await reading.read(until: 2, epoch: "a")
            }
        }
    }

    @Test func `a restart of the service does not show in the sequence`() async throws {
        try await withEvents(from: .now) { events in
            var reading = Reading(events)
            var log = EventLog(epoch: "a", newest: 3)
            for _ in 0..<3 {
                log = try await withStream(log) { stream in
                    try await reading.readUntilLive()
                    await stream.append(10)
                    try await reading.read(until: stream.log.newest, epoch: "a")
                    return await stream.log
                }
                // Written while nobody could hear it.
                log.newest += 5
            }
            #expect(reading.cuts == [])
        }
    }

    @Test func `a new epoch is told`() async throws {
        try await withEvents(from: .now) { events in
            var reading = Reading(events)
            try await withStream(EventLog(epoch: "a", newest: 3)) { _ in try await reading.readUntilLive() }
            try await withStream(EventLog(epoch: "b", newest: 40)) { stream in
                try await reading.readUntilLive()
                await stream.append(2)
                try await reading.read(until: 42, epoch: "b")
            }
            #expect(reading.cuts.map(\.reason) == [.newEpoch])
        }
    }

    @Test func `history that is gone is told, and the rest is read`() async throws {
        try await withEvents(from: .after(1)) { events in
            var reading = Reading(events)
            var log = EventLog(epoch: "a", newest: 50)
            log.oldest = 21
            try await withStream(log) { _ in try await reading.read(until: 50, epoch: "a") }
            #expect(
                reading.cuts == [
                    Resync(
                        reason: .truncated,
                        from: StreamPosition(epoch: "a", sequence: 1),
                        to: StreamPosition(epoch: "a", sequence: 20)
                    )
                ]
            )
        }
    }

    @Test func `a position that the stream has not reached is told`() async throws {
        try await withEvents(from: .after(900)) { events in
            var reading = Reading(events)
            try await withStream(EventLog(epoch: "a", newest: 50)) { stream in
                try await reading.readUntilLive()
                #expect(reading.cuts.map(\.reason) == [.behind])
                await stream.append(1)
                try await reading.read(until: 51, epoch: "a")
            }
        }
    }

    @Test func `replays that fail are tried again`() async throws {
        try await withEvents(from: .after(0)) { events in
            var reading = Reading(events, after: StreamPosition(epoch: "a", sequence: 0))
            try await withStream(EventLog(epoch: "a", newest: 20)) { stream in
                await stream.failReplays(3)
                try await reading.read(until: 20, epoch: "a")
                #expect(await stream.replays >= 4)
            }
        }
    }

    @Test func `a consumer that is too slow for the memory loses nothing`() async throws {
        try await withEvents(from: .now, options: StreamSubscriptionOptions(waiting: 50, buffered: 50)) { events in
            var reading = Reading(events)
            try await withStream(EventLog(epoch: "a", newest: 0)) { stream in
                try await reading.readUntilLive()
                for _ in 0..<100 { await stream.append(100) }
                await stream.heartbeat()
                try await reading.read(until: 10_000, epoch: "a")
                #expect(await stream.replays > 0)
                #expect(reading.cuts == [])
            }
        }
    }

    @Test(arguments: 0..<3 as Range<UInt64>)
    func `subscribers of one thread each see everything, whoever reads it first`(seed: UInt64) async throws {
        try await ZMQNode.withNode(name: "subscribers") { node in
            try await withThrowingTaskGroup(of: [Resync].self) { group in
                let (joined, continuation) = AsyncStream.makeStream(of: Void.self)
                for number in 0..<5 {
                    // The last one comes when the others have heard much already.
                    let start: StreamStart = number == 4 ? .after(0) : .now
                    group.addTask { [self] in
                        try await EventSubscriber.withEvents(of: address, on: node, from: start) { events in
                            var reading = Reading(events)
                            try await reading.readUntilLive()
                            continuation.yield()
                            try await reading.read(until: 60, epoch: "b")
                            return reading.cuts
                        }
                    }
                }
                var generator = Platform.SeededGenerator(seed: seed)
                try await withStream(EventLog(epoch: "a", newest: 0)) { stream in
                    var all = joined.makeAsyncIterator()
                    for _ in 0..<5 { _ = await all.next() }
                    for round in 0..<10 {
                        let copies = (0..<100).map { _ in generator.chance(0.1) ? 0 : generator.chance(0.1) ? 2 : 1 }
                        await stream.append(100) { copies[$0 - round * 100 - 1] }
                        if generator.chance(0.3) { await stream.publish(topic: "juice.stock.changed.kiwi.", text: "{") }
                    }
                    await stream.heartbeat()
                }
                try await withStream(EventLog(epoch: "b", newest: 40)) { stream in
                    for _ in 0..<5 { try await stream.joined() }
                    await stream.append(20)
                    for try await cuts in group { #expect(cuts.map(\.reason) == [.newEpoch]) }
                }
            }
        }
    }

    @Test func `batches bring the same signals, and many at a time`() async throws {
        try await withEvents(from: .now) { events in
            var iterator = events.batches.makeAsyncIterator()
            let log = EventLog(epoch: "a", newest: 0)
            try await withStream(log) { stream in
                try await stream.joined()
                await stream.append(1_000)
                var batches: [[SubscriberSignal]] = []
                while batches.last?.last != .event(try log.event(1_000)) {
                    batches.append(try #require(await iterator.next()))
                }
                let expected = try (1...1_000).map { SubscriberSignal.event(try log.event($0)) }
                #expect(batches.joined().filter { if case .event = $0 { true } else { false } } == expected)
                #expect(!batches.contains([]) && batches.count < 1_000)
            }
        }
    }

    @Test func `nobody there is stale, not silence`() async throws {
        try await withEvents(from: .now) { events in
            var iterator = events.makeAsyncIterator()
            #expect(await iterator.next() == .stale)
        }
    }

    @Test func `the sequence ends when the reading task is cancelled, and when its scope ends`() async throws {
        try await ZMQNode.withNode(name: "subscriber") { node in
            let feed = try await EventSubscriber.withEvents(of: address, on: node, from: .now) { events in
                await withTaskGroup(of: SubscriberSignal?.self) { group in
                    group.addTask {
                        var iterator = events.makeAsyncIterator()
                        return await iterator.next()
                    }
                    group.cancelAll()
                    let ended = await group.next()
                    #expect(ended == .some(nil))
                }
                return events
            }
            var iterator = feed.makeAsyncIterator()
            #expect(await iterator.next() == nil)
        }
    }
}
