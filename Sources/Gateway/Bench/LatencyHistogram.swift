internal import Histogram
internal import WireJSON

/// A distribution of latencies, exact to a thousandth.
struct LatencyHistogram: Sendable {
    /// An hour, in nanoseconds; longer counts as that.
    private static let longest: UInt64 = 3_600_000_000_000

    private var histogram = Histogram<UInt64>(
        highestTrackableValue: Self.longest,
        numberOfSignificantValueDigits: .three
    )

    var count: Int { Int(histogram.totalCount) }

    mutating func record(nanoseconds: Int64) {
        histogram.record(min(UInt64(max(0, nanoseconds)), Self.longest))
    }

    mutating func add(_ other: LatencyHistogram) {
        histogram.add(other.histogram)
    }

    /// The latency that a percentage of all is at or below, in microseconds; 0 of none.
    func microseconds(at percentile: Double) -> Int {
        guard count > 0 else { return 0 }
        return Int(min(histogram.valueAtPercentile(percentile), histogram.max) / 1_000)
    }

    /// The percentiles that are told, by name.
    var percentiles: [(name: StaticString, microseconds: Int)] {
        [
            ("p50", microseconds(at: 50)), ("p90", microseconds(at: 90)), ("p99", microseconds(at: 99)),
            ("p99.9", microseconds(at: 99.9)), ("max", microseconds(at: 100)),
        ]
    }

    func write(to writer: inout JSONWriter) {
        writer.beginObject()
        for (name, value) in percentiles { writer.member(name, value) }
        writer.endObject()
    }
}
