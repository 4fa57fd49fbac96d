internal import Platform

/// How long to wait between attempts: twice as long each time, up to a limit, and never exactly as long as others do.
struct Backoff: Sendable {
    private let range: ClosedRange<Duration>
    private var pause: Duration
    private var random: SeededGenerator

    init(_ range: ClosedRange<Duration>, seed: UInt64) {
        self.range = range
        pause = range.lowerBound
        random = SeededGenerator(seed: seed)
    }

    mutating func reset() { pause = range.lowerBound }

    mutating func next() -> Duration {
        defer { pause = min(pause * 2, range.upperBound) }
        // Spread, so that workers that lost the same engine do not come back together.
        return pause * Double.random(in: 0.5...1, using: &random)
    }
}
