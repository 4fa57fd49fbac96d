/// How long to wait between attempts: twice as long each time, up to a limit, and never exactly as long as others do.
package struct Backoff: Sendable {
    private let range: ClosedRange<Duration>
    private var pause: Duration
    private var random: SeededGenerator

    package init(_ range: ClosedRange<Duration>, seed: UInt64) {
        self.range = range
        pause = range.lowerBound
        random = SeededGenerator(seed: seed)
    }

    /// Begins with the first pause again.
    package mutating func reset() { pause = range.lowerBound }

    /// The next pause, from half of it to all of it.
    package mutating func next() -> Duration {
        defer { pause = min(pause * 2, range.upperBound) }
        // Spread, so that those who lost the same server do not come back together.
        return pause * Double.random(in: 0.5...1, using: &random)
    }
}
