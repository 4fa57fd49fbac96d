internal import Messages

/// What a service did between the looks at its counters, for as long as someone watches.
struct ServiceHistory: Sendable {
    /// What it did between the last two looks.
    struct Load: Sendable, Hashable {
        /// Requests answered in a second, without those that every service answers about itself.
        let requests: Double
        /// Transactions in a second.
        let commits: Double
        /// The method that was called most; `nil` when none was.
        let busiest: ServiceStatistics.Method?
    }

    private static let maxLooks = 240

    /// The newest counters; `nil` before the first answer, and while the service gives none.
    private(set) var statistics: ServiceStatistics?
    /// `nil` until there are two looks at the same process.
    private(set) var load: Load?
    private(set) var failure: CallFailure?
    /// Requests in a second, oldest first.
    private(set) var rates: [Double] = []

    mutating func note(_ new: ServiceStatistics) {
        defer { statistics = new }
        failure = nil
        guard let old = statistics, old.started == new.started, new.uptime > old.uptime else {
            // The counters of another process begin at 0.
            load = nil
            return
        }
        // Its own clock: what passed on the way there and back does not count.
        let seconds = Double(new.uptime - old.uptime) / 1_000
        let before = Dictionary(uniqueKeysWithValues: old.methods.map { ($0.name, $0.count) })
        let called = new.methods.filter { !Self.isAboutItself($0.name) }
            .map { (method: $0, count: $0.count - (before[$0.name] ?? 0)) }
            .filter { $0.count > 0 }
        let requests = Double(called.reduce(0) { $0 + $1.count }) / seconds
        load = Load(
            requests: requests,
            commits: Double(new.commits - old.commits) / seconds,
            busiest: called.max { $0.count < $1.count }?.method
        )
        append(requests)
    }

    mutating func note(_ failure: CallFailure) {
        self.failure = failure
        statistics = nil
        load = nil
        append(0)
    }

    private mutating func append(_ rate: Double) {
        rates.append(rate)
        if rates.count > Self.maxLooks { rates.removeFirst() }
    }

    private static func isAboutItself(_ method: String) -> Bool {
        method.hasPrefix("service.") || method.hasPrefix("rpc.")
    }
}

/// Numbers as a row of bars.
enum Sparkline {
    private static let bars: [Character] = ["▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"]

    /// The last numbers, the highest of them as a full bar; blanks where there are none yet.
    static func text(_ values: [Double], columns: Int) -> String {
        let shown = values.suffix(max(0, columns))
        let highest = shown.max() ?? 0
        let line = shown.map { value in
            guard highest > 0, value > 0 else { return bars[0] }
            return bars[min(bars.count - 1, Int(value / highest * Double(bars.count - 1)))]
        }
        return String(line) + String(repeating: " ", count: max(0, columns - shown.count))
    }
}
