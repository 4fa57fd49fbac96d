/// How long things took, in buckets.
package struct DurationHistogram: Sendable {
    /// The upper bounds of the buckets, in seconds; what took longer is in one more.
    package static let bounds = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

    private var buckets = [Int](repeating: 0, count: bounds.count + 1)
    /// Seconds in all.
    package private(set) var sum = 0.0

    package init() {}

    package mutating func record(_ duration: Duration) {
        let seconds = duration / .seconds(1)
        buckets[Self.bounds.firstIndex { seconds <= $0 } ?? Self.bounds.count] += 1
        sum += seconds
    }

    /// How many things there were.
    package var count: Int { buckets.reduce(0, +) }

    /// How many took at most so long; the last one, without a bound, is all of them.
    var cumulative: [(bound: Double?, count: Int)] {
        var count = 0
        return buckets.enumerated().map { index, bucket in
            count += bucket
            return (index < Self.bounds.count ? Self.bounds[index] : nil, count)
        }
    }
}
