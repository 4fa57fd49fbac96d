/// Times small pieces of work, and prints a line for each.
struct Stopwatch {
    private static let rounds = 7
    private static let round = Duration.milliseconds(60)

    private let clock = ContinuousClock()
    /// What the pieces return, so that no compiler leaves them out.
    private(set) var sum = 0

    /// Times a piece again and again.
    ///
    /// - Parameters:
    ///   - name: What it is.
    ///   - count: How many pieces one call does.
    ///   - piece: Does it, and returns something that depends on it.
    mutating func time(_ name: String, of count: Int = 1, _ piece: () throws -> Int) rethrows {
        var repeats = 1
        while try run(repeats, piece) < Self.round { repeats *= 2 }
        var times: [Double] = []
        for _ in 0..<Self.rounds {
            times.append(try run(repeats, piece) / .nanoseconds(1) / Double(repeats * count))
        }
        Self.show(name, times)
    }

    private mutating func run(_ repeats: Int, _ piece: () throws -> Int) rethrows -> Duration {
        let start = clock.now
        for _ in 0..<repeats { sum &+= try piece() }
        return start.duration(to: clock.now)
    }

    /// Prints the median of some times in nanoseconds, with the least and the most.
    static func show(_ name: String, _ times: [Double]) {
        let sorted = times.sorted().map { Int($0.rounded()) }
        guard let least = sorted.first, let most = sorted.last else { return }
        print("| \(name) | \(sorted[sorted.count / 2]) | \(least)–\(most) |")
    }
}
