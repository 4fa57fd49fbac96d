internal import Synchronization

/// Bounds how many lines say the same, so that what happens again and again fills no disk.
package final class LogLimit: Sendable {
    /// Nanoseconds.
    private static let interval: UInt64 = 10_000_000_000

    private struct Count {
        let began: UInt64
        var told = 0
        var leftOut = 0
    }

    /// Lines with one message in an interval.
    private let maxLines: Int
    /// Messages that are counted at a time; all others are counted as one.
    private let maxMessages: Int
    private let counts = Mutex<[String: Count]>([:])

    /// - Parameters:
    ///   - maxLines: The most lines with one message in ten seconds.
    ///   - maxMessages: The most messages that are distinguished in them.
    package init(maxLines: Int = 20, maxMessages: Int = 256) {
        (self.maxLines, self.maxMessages) = (maxLines, maxMessages)
    }

    /// Counts a line.
    ///
    /// - Parameters:
    ///   - message: What it says, without what differs from one time to the next.
    ///   - now: Nanoseconds of a clock that only goes forward.
    /// - Returns: Whether it is to be written, and how many lines were left out in intervals that have ended, by message.
    func admit(_ message: String, now: UInt64) -> (isAdmitted: Bool, leftOut: [(message: String, count: Int)]) {
        counts.withLock { counts in
            let ended = counts.filter { now - min(now, $0.value.began) >= Self.interval }
            for message in ended.keys { counts[message] = nil }
            let leftOut = ended.filter { $0.value.leftOut > 0 }.map { (message: $0.key, count: $0.value.leftOut) }
            let message = counts[message] == nil && counts.count >= maxMessages ? "anything else" : message
            var count = counts[message] ?? Count(began: now)
            let isAdmitted = count.told < maxLines
            if isAdmitted { count.told += 1 } else { count.leftOut += 1 }
            counts[message] = count
            return (isAdmitted, leftOut.sorted { $0.message < $1.message })
        }
    }
}
