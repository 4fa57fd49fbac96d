/// How often each of many may do something: some times at once, and from then on once in an interval.
///
/// The generic cell rate algorithm (ITU-T I.371, annex A): of each who did something lately, it keeps one moment.
struct RateLimit {
    /// How many are remembered; all that find no place among them are counted as one.
    private static let maxKeys = 65_536

    private let interval: Duration
    private let tolerance: Duration
    /// When the next would be due if nobody was ever early.
    private var due: [String: ContinuousClock.Instant] = [:]
    private var lastCleaning: ContinuousClock.Instant?

    /// - Parameters:
    ///   - burst: How many times at once.
    ///   - interval: How long it takes until one more may follow.
    init(burst: Int, interval: Duration) {
        self.interval = interval
        tolerance = interval * (burst - 1)
    }

    /// How long a caller has to wait; `nil` where they need not.
    func wait(of key: String, at now: ContinuousClock.Instant) -> Duration? {
        guard let due = due[place(of: key)], due - now > tolerance else { return nil }
        return due - now - tolerance
    }

    /// Counts one time.
    mutating func take(_ key: String, at now: ContinuousClock.Instant) {
        clean(now)
        let key = place(of: key)
        due[key] = max(due[key] ?? now, now) + interval
    }

    private func place(of key: String) -> String { due.count < Self.maxKeys || due[key] != nil ? key : "" }

    /// Forgets callers who may do as much as a new one; at most once a second, which bounds the work.
    private mutating func clean(_ now: ContinuousClock.Instant) {
        guard due.count >= Self.maxKeys else { return }
        if let lastCleaning, now - lastCleaning < .seconds(1) { return }
        lastCleaning = now
        due = due.filter { $0.value > now }
    }
}
