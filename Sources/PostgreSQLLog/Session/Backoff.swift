/// How long to wait between attempts: twice as long each time, up to a limit, and never exactly as long as others do.
struct Backoff {
    private static let first = 0.05
    private static let maximum = 3.0
    private var seconds = first

    mutating func reset() { seconds = Self.first }

    mutating func next() -> Duration {
        defer { seconds = min(2 * seconds, Self.maximum) }
        // Spread, so that workers that lost the same server do not come back together.
        return .seconds(seconds * .random(in: 0.5...1))
    }
}
