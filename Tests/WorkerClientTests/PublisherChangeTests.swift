import Messages
import TestKit
import Testing
import ZeroMQ
import ZeroMQPatterns

@testable import WorkerClient

/// A subscriber of a stream that two workers publish, over real sockets.
@Suite(.timeLimit(.minutes(10)))
struct PublisherChangeTests {
    private let directory: TemporaryDirectory

    init() throws {
        directory = try TemporaryDirectory()
    }

    private func rpc(_ worker: String) -> String { "ipc://\(directory.path)/\(worker).rpc" }
    private func events(_ worker: String) -> String { "ipc://\(directory.path)/\(worker).events" }

    private func withStream<R: Sendable>(
        _ worker: String,
        newest: Int,
        _ body: (ScriptedStream) async throws -> R
    ) async throws -> R {
        let log = EventLog(epoch: "e", newest: newest)
        return try await ScriptedStream.withStream(log, rpc: rpc(worker), events: events(worker), body)
    }

    private func withEvents<R: Sendable>(_ body: (EventSubscription) async throws -> R) async throws -> R {
        let address = ServiceAddress(
            service: .juice,
            rpc: "\(rpc("a")),\(rpc("b"))",
            events: "\(events("a")),\(events("b"))"
        )
        return try await ZMQNode.withNode(name: "subscriber") { node in
            try await EventSubscriber.withEvents(of: address, on: node, from: .now, body)
        }
    }

    /// Lends a subscriber of worker a, beside worker b, and what ends worker a.
    private func withSubscriber(
        a newestOfA: Int,
        b newestOfB: Int,
        _ body: (inout Reading, ScriptedStream, ScriptedStream, () async throws -> Void) async throws -> Void
    ) async throws {
        try await withStream("b", newest: newestOfB) { b in
            let (begun, ended) = (Inlet<ScriptedStream>(), Inlet<Void>())
            async let life: Void = withStream("a", newest: newestOfA) { a in
                begun.put(a)
                try await ended.next()
            }
            let a = try await begun.next()
            try await withEvents { events in
                var reading = Reading(events)
                try await reading.read(until: newestOfA)
                try await body(&reading, a, b) { ended.put(()) }
            }
            ended.put(())
            try await life
        }
    }

    /// Takes signals, and checks that no event is missing and none comes twice.
    private struct Reading {
        private var iterator: EventSubscription.AsyncIterator
        private(set) var position: Int?

        init(_ events: EventSubscription) {
            iterator = events.makeAsyncIterator()
        }

        @discardableResult
        mutating func next() async throws -> SubscriberSignal {
            let signal = try #require(await iterator.next())
            switch signal {
            case .event(let event):
                if let position { try #require(event.sequence == position + 1) }
                position = event.sequence
            case .live(let marker): position = position ?? marker.sequence
            case .resynced(let cut): Issue.record("\(cut)")
            case .stale, .notAdmitted, .refused: break
            }
            return signal
        }

        mutating func read(until sequence: Int) async throws {
            while (position ?? 0) < sequence { try await next() }
        }
    }

    @Test func `a subscriber whose worker dies goes on at the other, without a gap and without a repetition`()
        async throws
    {
        try await withSubscriber(a: 10, b: 10) { reading, a, b, end in
            for stream in [a, b] { await stream.append(3) }
            try await reading.read(until: 13)
            try await end()
            // Nobody may be there to hear these.
            await b.append(4)
            try await b.joined()
            await b.append(2)
            try await reading.read(until: 19)
        }
    }

    @Test func `a worker that is behind is waited for, and does not pass for a stream that went back`() async throws {
        try await withSubscriber(a: 13, b: 11) { reading, _, b, end in
            try await end()
            try await b.joined()
            // It is asked for what comes after 13, and does not have that yet.
            while try await reading.next() != .stale {}
            await b.append(4)
            try await reading.read(until: 15)
        }
    }

    @Test func `a worker that is silent is left for the other`() async throws {
        try await withSubscriber(a: 10, b: 10) { reading, _, b, _ in
            try await b.joined()
            await b.append(1)
            try await reading.read(until: 11)
        }
    }
}
