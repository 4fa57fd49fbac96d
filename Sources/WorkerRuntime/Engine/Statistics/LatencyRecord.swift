internal import Histogram

/// A distribution of durations or sizes, exact to one percent, in a fixed amount of memory.
struct LatencyRecord {
    /// One hour in microseconds; longer counts as that.
    private static let highest: UInt64 = 3_600_000_000

    private var histogram = Histogram<UInt64>(
        highestTrackableValue: Self.highest,
        numberOfSignificantValueDigits: .two
    )

    mutating func record(_ value: UInt64) {
        histogram.record(min(value, Self.highest))
    }

    /// How many were recorded.
    var count: Int { Int(histogram.totalCount) }

    /// The largest recorded; 0 when there is none.
    var largest: Int { count == 0 ? 0 : Int(histogram.max) }

    /// The value that a percentage of the records does not exceed; 0 when there is none.
    func at(_ percentile: Double) -> Int {
        count == 0 ? 0 : Int(histogram.valueAtPercentile(percentile))
    }
}
