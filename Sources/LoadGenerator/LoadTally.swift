internal import Histogram
package import WireJSON

/// What became of a load's requests.
package struct LoadTally: Sendable {
    /// What became of one order; a byte each, because there are millions.
    package enum OrderEnd: UInt8, Sendable {
        case unanswered
        case acknowledged
        case refused
    }

    package var sent = 0
    package var acknowledged = 0
    /// Answers that say no, by reason.
    package var refused: [String: Int] = [:]
    /// Results that are not what was asked for.
    package var wrong = 0
    /// Answers to nothing that was out: a second one, or one to nobody's question.
    package var stray = 0
    /// Answers of the time that counts.
    package var counted = 0
    /// How long was waited for them.
    package var latencies = LatencyHistogram()
    /// The highest position that an answer reported.
    package var lastSequence = 0
    /// Each client's orders by number; empty places belong to reads.
    package var orders: [Substring: [OrderEnd]] = [:]

    package init() {}

    /// Orders that were acknowledged, and those whose end nobody knows yet.
    package var ordersPerhapsDone: Int {
        orders.values.reduce(0) { $0 + $1.count { $0 != .refused } }
    }

    package var unanswered: Int { sent - acknowledged - wrong - refused.values.reduce(0, +) }

    package mutating func add(_ other: LoadTally) {
        sent += other.sent
        acknowledged += other.acknowledged
        refused.merge(other.refused, uniquingKeysWith: +)
        wrong += other.wrong
        stray += other.stray
        counted += other.counted
        latencies.add(other.latencies)
        lastSequence = max(lastSequence, other.lastSequence)
        orders.merge(other.orders) { $1 }
    }
}

/// A distribution of latencies, exact to a thousandth.
package struct LatencyHistogram: Sendable {
    /// An hour, in nanoseconds; longer counts as that.
    private static let maxLatency: UInt64 = 3_600_000_000_000

    private var histogram = Histogram<UInt64>(
        highestTrackableValue: Self.maxLatency,
        numberOfSignificantValueDigits: .three
    )

    package var count: Int { Int(histogram.totalCount) }

    package mutating func record(nanoseconds: Int64) {
        histogram.record(min(UInt64(max(0, nanoseconds)), Self.maxLatency))
    }

    package mutating func add(_ other: LatencyHistogram) {
        histogram.add(other.histogram)
    }

    /// The latency that a percentage of all is at or below, in microseconds; 0 of none.
    package func microseconds(at percentile: Double) -> Int {
        guard count > 0 else { return 0 }
        return Int(min(histogram.valueAtPercentile(percentile), histogram.max) / 1_000)
    }

    /// The percentiles that are reported, by name.
    package var percentiles: [(name: StaticString, microseconds: Int)] {
        [
            ("p50", microseconds(at: 50)), ("p90", microseconds(at: 90)), ("p99", microseconds(at: 99)),
            ("p99.9", microseconds(at: 99.9)), ("max", microseconds(at: 100)),
        ]
    }

    package func write(to writer: inout JSONWriter) {
        writer.beginObject()
        for (name, value) in percentiles { writer.member(name, value) }
        writer.endObject()
    }
}
