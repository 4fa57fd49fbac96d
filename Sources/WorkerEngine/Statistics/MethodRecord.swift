internal import Histogram

/// Counts and latencies of one method.
struct MethodRecord {
    private(set) var count = 0
    private(set) var failures: [String: Int] = [:]
    private(set) var microseconds = LatencyRecord()

    /// Counts one answered request.
    ///
    /// - Parameters:
    ///   - failure: The reason of its refusal; `nil` when it got a result.
    ///   - nanoseconds: From arrival to the end of its iteration.
    mutating func add(_ failure: String?, nanoseconds: UInt64) {
        count += 1
        if let failure { failures[failure, default: 0] += 1 }
        microseconds.record(nanoseconds / 1_000)
    }
}
