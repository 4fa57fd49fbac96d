internal import Messages
internal import Platform
internal import Synchronization
package import WireJSON
package import WorkerClient
package import ZeroMQ
internal import ZeroMQPatterns

package final class EventListeners: Sendable {
    private enum Step: Sendable {
        case joined
        case ended(ListenReport, first: Int64, last: Int64)
    }

    package let address: ServiceAddress
    package let count: Int
    /// The position behind which a subscriber has seen enough.
    private let last = Mutex(Int.max)
    /// Events after which a subscriber has seen enough.
    private let maxEvents: Int

    package init(of address: ServiceAddress, count: Int, maxEvents: Int = .max) {
        self.address = address
        self.count = count
        self.maxEvents = maxEvents
    }

    /// Lets every subscriber end with the first event behind a position.
    package func end(behind position: Int) {
        last.withLock { $0 = position }
    }

    /// Subscribes, runs `body` when all have joined, and waits until they have seen enough.
    ///
    /// - Parameters:
    ///   - timeout: How long to wait for joining, and for the last events.
    ///   - body: Makes the events, and says what the last one is by ``end(behind:)``.
    /// - Returns: What they have seen; those that were still waiting in the end count as unfinished.
    package func listen<R: Sendable>(
        on node: ZMQNode,
        timeout: Duration,
        _ body: @escaping @Sendable () async throws -> R
    ) async throws -> (ListenReport, R) {
        let (joined, continuation) = AsyncStream.makeStream(of: Void.self)
        return try await withThrowingTaskGroup(of: Step.self) { group in
            for _ in 0..<count {
                group.addTask { [self] in try await follow(on: node) { continuation.yield() } }
            }
            defer { group.cancelAll() }
            try await Self.within(timeout, orThrow: UsageError("the subscribers did not all join")) { [count] in
                var left = count
                for await _ in joined {
                    left -= 1
                    if left == 0 { break }
                }
            }
            let result = try await body()
            // Anyone who has not seen the last event by then has missed it.
            let report = try await Self.collect(&group, within: timeout, of: count)
            return (report, result)
        }
    }

    private static func collect(
        _ group: inout ThrowingTaskGroup<Step, any Error>,
        within timeout: Duration,
        of count: Int
    ) async throws -> ListenReport {
        var report = ListenReport()
        var (first, last) = (Int64.max, Int64.min)
        group.addTask {
            try? await Task.sleep(for: timeout)
            return .joined
        }
        var left = count
        while left > 0, let step = try await group.next() {
            switch step {
            case .joined: group.cancelAll()
            case .ended(let one, let begin, let end):
                left -= 1
                report.subscribers += 1
                report.events += one.events
                report.ours += one.ours
                report.gaps += one.gaps
                report.unfinished += one.unfinished
                report.latencies.add(one.latencies)
                (first, last) = (min(first, begin), max(last, end))
            }
        }
        report.nanoseconds = max(0, last - min(first, last))
        return report
    }

    private static func within(
        _ limit: Duration,
        orThrow error: UsageError,
        perform body: @escaping @Sendable () async -> Void
    ) async throws {
        try await withThrowingTaskGroup(of: Bool.self) { group in
            group.addTask {
                await body()
                return true
            }
            group.addTask {
                try await Task.sleep(for: limit)
                return false
            }
            defer { group.cancelAll() }
            guard try await group.next() == true else { throw error }
        }
    }

    private func follow(on node: ZMQNode, onJoin: @escaping @Sendable () -> Void) async throws -> Step {
        // Anyone who only counts may listen to a publisher that nobody can ask for what was missed.
        let waiting = max(EventSubscriber.maxWaiting, maxEvents == .max ? 0 : maxEvents)
        return try await EventSubscriber.withEvents(of: address, on: node, from: .now, waiting: waiting) { events in
            let reader = JSONReader(limits: .generous)
            var report = ListenReport()
            var (first, end) = (Int64.max, Int64.min)
            var position: Int?
            var isJoined = false
            report.unfinished = 1
            reading: for await signals in events.batches {
                let now = LoadConnection.now()
                let last = last.withLock { $0 }
                for signal in signals {
                    switch signal {
                    case .live(let marker):
                        if !isJoined { onJoin() }
                        isJoined = true
                        position = position ?? marker.sequence
                    case .resynced, .notAdmitted, .refused: report.gaps += 1
                    case .stale: break
                    case .event(let event):
                        (first, end) = (min(first, now), now)
                        let sequence = event.sequence
                        if let position, sequence != position + 1 { report.gaps += 1 }
                        position = sequence
                        report.events += 1
                        // Anyone who only counts has ordered nothing.
                        if maxEvents == .max,
                            let cause = (try? reader.read(event.json))?["causationid"]?.string,
                            let id = LoadRequestID(cause)
                        {
                            report.ours += 1
                            report.latencies.record(nanoseconds: now - Int64(id.due) * 1_000)
                        }
                    }
                    guard report.events < maxEvents, position ?? 0 <= last else {
                        report.unfinished = 0
                        break reading
                    }
                }
            }
            return .ended(report, first: first, last: end)
        }
    }
}

/// What the subscribers of a benchmark have seen.
package struct ListenReport: Sendable {
    package var subscribers = 0
    /// Events, all subscribers together.
    package var events = 0
    /// Events of this run's orders.
    var ours = 0
    /// Events that did not follow the one before, and cuts.
    package var gaps = 0
    /// Subscribers that did not see everything to the end.
    package var unfinished = 0
    /// How many events of this run each should have seen; `nil` where nothing was ordered.
    package var expected: Int?
    /// From when an order was due to when a subscriber had its event.
    package var latencies = LatencyHistogram()
    /// From the first event to the last, of all.
    var nanoseconds: Int64 = 0

    package var perSecond: Int {
        nanoseconds > 0 ? Int(Double(events) * 1e9 / Double(nanoseconds)) : 0
    }

    package var missing: Int { expected.map { $0 * subscribers - ours } ?? 0 }

    package var isGood: Bool { gaps == 0 && unfinished == 0 && missing == 0 && events > 0 }

    package var document: [UInt8] {
        JSONWriter.object { writer in
            write(to: &writer)
            writer.member("ok", isGood)
        }
    }

    package func write(to writer: inout JSONWriter) {
        writer.object("events") { writer in
            writer.member("subscribers", subscribers)
            writer.member("received", events)
            writer.member("persecond", perSecond)
            writer.member("persecondeach", subscribers > 0 ? perSecond / subscribers : 0)
            writer.member("missing", missing)
            writer.member("gaps", gaps)
            writer.member("unfinished", unfinished)
            writer.name("latencyus")
            latencies.write(to: &writer)
        }
    }
}
