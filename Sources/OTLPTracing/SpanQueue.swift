internal import DequeModule
internal import Platform
internal import Synchronization

/// Spans that have ended and wait to be sent; anyone who ends one never waits.
final class SpanQueue: Sendable {
    private struct Waiting {
        var spans: Deque<EndedSpan> = []
        var dropped = 0
        /// Monotonic nanoseconds: until when the rest may be sent; `nil` while spans are taken.
        var end: UInt64?
    }

    let most: Int
    let mostAtOnce: Int
    private let waiting = Mutex(Waiting())
    private let onBatch: @Sendable () -> Void

    /// - Parameter onBatch: Called when there are spans for a request, and when no more come.
    init(most: Int, atOnce: Int, onBatch: @escaping @Sendable () -> Void) {
        (self.most, mostAtOnce, self.onBatch) = (most, atOnce, onBatch)
    }

    /// Adds a span, or drops and counts it where too many wait.
    func append(_ span: EndedSpan) {
        let isBatch = waiting.withLock { waiting in
            guard waiting.spans.count < most, waiting.end == nil else {
                waiting.dropped += 1
                return false
            }
            waiting.spans.append(span)
            return waiting.spans.count == mostAtOnce
        }
        if isBatch { onBatch() }
    }

    /// The spans of one request, the oldest first; empty where there are none.
    func take() -> [EndedSpan] {
        waiting.withLock { waiting in
            let batch = Array(waiting.spans.prefix(mostAtOnce))
            waiting.spans.removeFirst(batch.count)
            return batch
        }
    }

    /// How many were dropped since this was asked last.
    func takeDropped() -> Int {
        waiting.withLock { waiting in
            defer { waiting.dropped = 0 }
            return waiting.dropped
        }
    }

    var isBatchThere: Bool { waiting.withLock { $0.spans.count >= mostAtOnce } }

    /// Until when the rest may be sent, in monotonic nanoseconds; `nil` while spans are taken.
    var end: UInt64? { waiting.withLock { $0.end } }

    /// Takes no spans any more.
    func close(by end: UInt64) {
        waiting.withLock { $0.end = end }
        onBatch()
    }
}
