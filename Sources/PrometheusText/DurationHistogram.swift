/// How long things took, in buckets.
package struct DurationHistogram: Sendable {
    /// The upper bounds of the buckets, in seconds; what took longer is in one more.
    package static let bounds = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

    private var buckets = [Int](repeating: 0, count: bounds.count + 1)
    /// Seconds in all.
    private var sum = 0.0

    package init() {}

    package mutating func record(_ duration: Duration) {
        let seconds = duration / .seconds(1)
        buckets[Self.bounds.firstIndex { seconds <= $0 } ?? Self.bounds.count] += 1
        sum += seconds
    }

    /// All of it, with labels.
    package func sample(_ labels: [(name: String, value: String)]) -> MetricsText.Histogram {
        var count = 0
        let cumulative = zip(Self.bounds, buckets).map { bound, bucket in
            count += bucket
            return (bound: bound, count: count)
        }
        return .init(labels, cumulative, count: buckets.reduce(0, +), sum: sum)
    }
}
