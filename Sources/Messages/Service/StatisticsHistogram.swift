package import WireJSON

/// How often something was how long or how large, in a result of `service.stats`.
package struct StatisticsHistogram: Sendable, Hashable {
    /// What did not exceed a bound.
    package struct Bucket: Sendable, Hashable {
        /// In the unit of the histogram: microseconds, or requests.
        package let bound: Int
        /// How many did not exceed it, smaller ones included.
        package let count: Int
    }

    /// More than any of ours has.
    private static let maxBuckets = 256

    /// By bounds that rise.
    package let buckets: [Bucket]
    /// How many there were at all.
    package let count: Int
    /// Of all of them together, in the same unit.
    package let sum: Int

    /// Reads one.
    ///
    /// - Parameters:
    ///   - node: What is written of it; absent from services older than histograms.
    ///   - count: How many there were at all, which stands beside it.
    package init?(_ node: JSONNode?, of count: Int) {
        guard let node, let sum = node["sum"]?.integer, let bounds = node["bounds"], let counts = node["counts"] else {
            return nil
        }
        self.sum = ServiceStatistics.bounded(sum)
        self.count = count
        buckets = zip(bounds.elements, counts.elements).prefix(Self.maxBuckets).compactMap { bound, count in
            guard let bound = bound.integer, let count = count.integer else { return nil }
            return Bucket(bound: ServiceStatistics.bounded(bound), count: ServiceStatistics.bounded(count))
        }
    }
}
