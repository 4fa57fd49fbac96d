internal import Histogram
internal import WireJSON

/// A distribution of durations or sizes, exact to one percent, in a fixed amount of memory.
struct LatencyRecord {
    /// One hour in microseconds; longer counts as that.
    private static let highest: UInt64 = 3_600_000_000

    private var histogram = Histogram<UInt64>(
        highestTrackableValue: Self.highest,
        numberOfSignificantValueDigits: .two
    )
    /// Of everything that was recorded.
    private var sum: UInt64 = 0

    mutating func record(_ value: UInt64) {
        let value = min(value, Self.highest)
        histogram.record(value)
        sum &+= value
    }

    /// How many were recorded.
    var count: Int { Int(histogram.totalCount) }

    /// The largest recorded; 0 when there is none.
    var largest: Int { count == 0 ? 0 : Int(histogram.max) }

    /// The value that a percentage of the records does not exceed; 0 when there is none.
    func at(_ percentile: Double) -> Int {
        count == 0 ? 0 : Int(histogram.valueAtPercentile(percentile))
    }

    /// Writes it as a histogram.
    ///
    /// - Parameter bounds: What the counts are of: how many did not exceed each. They rise.
    func write(_ bounds: HistogramBounds, to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("sum", Int(clamping: sum))
        writer.array("bounds", of: bounds.values) { writer, bound in writer.integer(Int(bound)) }
        writer.array("counts") { writer in
            var (lowest, count): (UInt64, UInt64) = (0, 0)
            for bound in bounds.values {
                count += histogram.count(within: lowest...bound)
                lowest = histogram.nextNonEquivalentForValue(bound)
                writer.integer(Int(clamping: count))
            }
        }
        writer.endObject()
    }
}

/// What the counts of a histogram are of.
struct HistogramBounds {
    let values: [UInt64]

    /// Microseconds: from less than any answer takes to longer than any caller waits.
    static let microseconds = HistogramBounds(values: [
        100, 250, 500, 1_000, 2_500, 5_000, 10_000, 25_000, 50_000, 100_000, 250_000, 500_000, 1_000_000, 2_500_000,
        5_000_000, 10_000_000,
    ])
    /// Requests that are taken together.
    static let requests = HistogramBounds(values: [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1_024])
}
