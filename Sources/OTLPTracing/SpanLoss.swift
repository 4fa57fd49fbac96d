internal import Logging

/// Spans that never reached the collector, until the log has reported them.
struct SpanLoss {
    /// Nanoseconds between two lines.
    private static let interval: UInt64 = 60_000_000_000

    private var untold = 0
    private var all = 0
    private var reason = ""
    private var told: UInt64?

    mutating func count(_ spans: Int, because reason: String) {
        guard spans > 0 else { return }
        untold += spans
        all += spans
        self.reason = reason
    }

    /// Tells them, unless that was done a short time ago.
    ///
    /// - Parameter now: Monotonic nanoseconds; `nil` at the end, when they are reported in any case.
    mutating func tell(_ log: Logger, at now: UInt64?) {
        guard untold > 0 else { return }
        if let now, let told, now - told < Self.interval { return }
        log.warning("spans were lost", metadata: ["count": "\(untold)", "all": "\(all)", "last": "\(reason)"])
        untold = 0
        told = now
    }
}
