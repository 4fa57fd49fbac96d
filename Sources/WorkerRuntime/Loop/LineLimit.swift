/// Which lines of a log are written that may come again and again: each text once a minute, and eight texts a minute.
///
/// Texts that differ in their digits alone are one: PostgreSQL counts down the transactions that are left.
struct LineLimit {
    private static let interval: UInt64 = 60_000_000_000
    private static let maxTexts = 8
    /// When each text was written last, in nanoseconds.
    private var written: [String: UInt64] = [:]

    /// Whether a line is written now; if so, it counts.
    ///
    /// - Parameter now: Nanoseconds of a clock that only goes forward.
    mutating func allows(_ text: String, at now: UInt64) -> Bool {
        let text = text.filter { !$0.isWholeNumber }
        written = written.filter { now - min($0.value, now) < Self.interval }
        guard written[text] == nil, written.count < Self.maxTexts else { return false }
        written[text] = now
        return true
    }
}
