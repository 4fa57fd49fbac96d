internal import Glibc
internal import Platform
internal import Terminal

/// A bar on the terminal's last line that says how far a batch has come; nothing where nobody would see it.
struct BatchProgress {
    /// Not more often than a person can see.
    private static let interval = Duration.milliseconds(100)
    private static let columns = 20

    private let output: Output
    private let isShown: Bool
    private let total: Int?
    private let texts: Texts
    private let start = SuspendingClock.now
    private var next = SuspendingClock.now
    private var isDrawn = false

    /// - Parameters:
    ///   - total: The bytes of the input; `nil` where nobody knows.
    ///   - output: Data on a terminal leave no line for a bar.
    init(total: Int?, on output: Output, in texts: Texts) {
        self.output = output
        isShown = output.isNoteTerminal && !output.isTerminal
        self.total = total
        self.texts = texts
    }

    /// Draws it again, if it is time.
    ///
    /// - Parameter read: The bytes read so far.
    mutating func update(_ tally: BatchTally, read: Int) {
        let now = SuspendingClock.now
        guard isShown, now >= next else { return }
        next = now + Self.interval
        isDrawn = true
        let share = total.map { self.share(read, of: $0) }
        let text = Self.line(tally, share: share, seconds: (now - start) / .seconds(1), in: texts)
        output.draw(DisplayWidth.truncate(text, to: TerminalSize.current(of: STDERR_FILENO).columns - 1))
    }

    mutating func end() {
        guard isDrawn else { return }
        isDrawn = false
        output.draw("")
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
}
