internal import Glibc
internal import Platform

/// A bar on the terminal's last line that says how far a batch has come; nothing where nobody would see it.
struct BatchProgress {
    /// Not more often than a person can see.
    private static let interval = Duration.milliseconds(100)
    private static let columns = 20

    private let isShown: Bool
    private let total: Int?
    private let texts: Texts
    private let start = SuspendingClock.now
    private var next = SuspendingClock.now
    private var isDrawn = false

    /// Makes a bar.
    ///
    /// - Parameters:
    ///   - total: The bytes of the input; `nil` where nobody knows.
    ///   - output: Data on a terminal leave no line for a bar.
    init(total: Int?, on output: Output, in texts: Texts) {
        isShown = isatty(STDERR_FILENO) == 1 && !output.isTerminal
        self.total = total
        self.texts = texts
    }

    /// Draws it anew, if it is time.
    ///
    /// - Parameter read: The bytes read so far.
    mutating func update(_ tally: BatchTally, read: Int) {
        let now = SuspendingClock.now
        guard isShown, now >= next else { return }
        next = now + Self.interval
        isDrawn = true
        let share = total.map { self.share(read, of: $0) }
        let text = Self.line(tally, share: share, seconds: (now - start) / .seconds(1), in: texts)
        Self.write("\r\u{1B}[K" + DisplayWidth.truncate(text, to: TerminalSize.current(of: STDERR_FILENO).columns - 1))
    }

    /// Takes it away.
    mutating func end() {
        guard isDrawn else { return }
        isDrawn = false
        Self.write("\r\u{1B}[K")
    }

    static func line(_ tally: BatchTally, share: Double?, seconds: Double, in texts: Texts) -> String {
        let counts = texts.batchCounts(tally)
        let rate = seconds > 0 ? Int(Double(tally.lines) / seconds) : 0
        guard let share else { return "\(counts) · \(texts("rate_per_second", rate: rate.grouped))" }
        return "\(bar(share)) · \(counts) · \(texts("rate_per_second", rate: rate.grouped))"
    }

    /// A bar that is full to a share from 0 to 1.
    static func bar(_ share: Double) -> String {
        let full = Int((Double(columns) * share).rounded())
        let drawn = String(repeating: "#", count: full) + String(repeating: "·", count: columns - full)
        return "[\(drawn)] \(Int(share * 100))%"
    }

    private func share(_ read: Int, of total: Int) -> Double {
        total > 0 ? min(1, max(0, Double(read) / Double(total))) : 1
    }

    private static func write(_ text: String) {
        var text = text
        text.withUTF8 { _ = Glibc.write(STDERR_FILENO, $0.baseAddress, $0.count) }
    }
}
