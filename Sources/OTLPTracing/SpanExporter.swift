internal import Dispatch
internal import Logging
internal import Platform

/// Sends ended spans to the collector, on a thread of its own, some at a time.
///
/// A collector that is away or busy is tried again, less and less often; meanwhile spans wait, and beyond what may wait they are
/// dropped. What was lost is counted, and the log tells it at most once a minute.
final class SpanExporter: Sendable {
    /// Nanoseconds.
    private static let (second, millisecond): (UInt64, UInt64) = (1_000_000_000, 1_000_000)
    /// What is sent after the end has this long.
    private static let ending = 2 * second
    private static let longestPause = 30 * second
    /// How often a request is made before its spans are given up.
    private static let mostTries = 5

    let queue: SpanQueue
    private let settings: TracingSettings
    private let log: Logger
    private let client: CollectorClient
    private let ended = DispatchSemaphore(value: 0)

    /// - Throws: ``TracingError`` `unavailable` without a thread for it.
    init(_ settings: TracingSettings, log: Logger) throws(TracingError) {
        (self.settings, self.log) = (settings, log)
        let client = try CollectorClient(settings)
        self.client = client
        queue = SpanQueue(most: settings.mostWaiting, atOnce: settings.mostAtOnce) { client.wake() }
        do throws(ThreadError) {
            _ = try NamedThread(name: "tracing", niceness: 5) { [self] in
                run()
                ended.signal()
            }
        } catch {
            throw TracingError(.unavailable, error.description)
        }
    }

    /// Sends what is left, and waits for that, but not for long: looking up a name may last.
    func close() {
        queue.close(by: SystemClock.monotonic + Self.ending)
        _ = ended.wait(timeout: .now() + .nanoseconds(Int(Self.ending + Self.second / 4)))
    }

    // MARK: The thread

    private func run() {
        var loss = SpanLoss()
        while queue.end == nil {
            let due = SystemClock.monotonic + UInt64(settings.delay) * Self.millisecond
            while queue.end == nil, !queue.isBatchThere, SystemClock.monotonic < due { client.wait(until: due) }
            repeat { send(queue.take(), loss: &loss) } while queue.end == nil && queue.isBatchThere
            loss.count(queue.takeDropped(), because: "too many spans waited")
            loss.tell(log, at: SystemClock.monotonic)
        }
        var batch = queue.take()
        while !batch.isEmpty {
            send(batch, loss: &loss)
            batch = queue.take()
        }
        loss.count(queue.takeDropped(), because: "too many spans waited")
        loss.tell(log, at: nil)
    }

    private func send(_ spans: [EndedSpan], loss: inout SpanLoss) {
        guard !spans.isEmpty else { return }
        let text = OTLPText.bytes(of: spans, settings.resource)
        var pause = Self.second
        for attempt in 1... {
            do throws(CollectorFailure) {
                let limit = SystemClock.monotonic + UInt64(settings.timeout) * Self.millisecond
                return try client.post(text) { min(limit, queue.end ?? limit) }
            } catch {
                guard error.isPassing, attempt < Self.mostTries, queue.end == nil else {
                    return loss.count(spans.count, because: "the collector: \(error.reason)")
                }
            }
            loss.count(queue.takeDropped(), because: "too many spans waited")
            loss.tell(log, at: SystemClock.monotonic)
            // Not all programs at once.
            let due = SystemClock.monotonic + UInt64.random(in: pause / 2...pause)
            while queue.end == nil, SystemClock.monotonic < due { client.wait(until: due) }
            pause = min(2 * pause, Self.longestPause)
        }
    }
}
