@testable import ZeroMQ

/// Everything that a history shares: the time, what is due, chance, and what has been seen.
///
/// One thread, no real clock: what is due next happens next, and what is due together happens in the order in which it
/// was planned.
final class World {
    /// Nanoseconds since the history began.
    private(set) var now = 0
    var random: SimulationRandom
    var counts = SimulationCounts()
    /// What must not be, in words.
    private(set) var findings: [String] = []
    private(set) var trace: Trace
    private var timers = TimerQueue()
    private let origin = SuspendingClock().now
    /// What services have logged.
    private(set) var loggedLines: [String] = []
    /// Whether the faults are over.
    var isMended = false
    /// How far the wall clock is off, in milliseconds.
    var wallSkew = 0 {
        didSet { furthestSkew = max(furthestSkew, wallSkew) }
    }
    /// How far it has ever been ahead.
    private(set) var furthestSkew = 0
    /// How long the machines have slept, in milliseconds, which only the clock of the boot has counted.
    private(set) var slept = 0

    init(seed: UInt64, isPrinted: Bool) {
        random = SimulationRandom(seed: seed)
        trace = Trace(isPrinted: isPrinted)
    }

    /// The time for clients.
    var instant: SuspendingClock.Instant { origin.advanced(by: .nanoseconds(now)) }

    var traceHash: UInt64 { trace.hash }

    func note(_ line: String) {
        trace.note(line, at: now)
    }

    /// Takes down that something must not be as it is.
    func find(_ text: String) {
        note("FOUND \(text)")
        if findings.count < 20 { findings.append(text) }
    }

    /// Takes down what a service has logged.
    func noteLog(_ line: LogLine, of service: String) {
        note("\(service) logs: \(line.message)")
        loggedLines.append("\(line.message) \(line.metadata)")
    }

    // MARK: Time

    /// Lets the machines sleep: the wall clock and that of the boot go on, and nothing else.
    func sleep(milliseconds: Int) {
        wallSkew += milliseconds
        slept += milliseconds
    }

    /// The wall clock at a moment, in milliseconds since 1970-01-01 UTC: the history begins on 2026-11-21.
    func wall(at moment: Int) -> Int { 1_795_219_200_000 + moment / millisecond + wallSkew }

    @discardableResult
    func after(_ nanoseconds: Int, _ perform: @escaping () -> Void) -> ZMQTimer {
        timers.schedule(at: Int64(now + max(0, nanoseconds)), perform)
    }

    @discardableResult
    func schedule(after delay: Duration, _ perform: @escaping () -> Void) -> ZMQTimer {
        let (seconds, attoseconds) = min(max(delay, .zero), .seconds(1_000_000)).components
        return after(Int(seconds) * 1_000_000_000 + Int((attoseconds + 999_999_999) / 1_000_000_000), perform)
    }

    func cancel(_ timer: ZMQTimer) {
        _ = timers.cancel(timer)
    }

    /// Lets time pass until something holds, or a moment has come.
    ///
    /// - Returns: Whether it holds.
    @discardableResult
    func run(until end: Int, or isDone: () -> Bool = { false }) -> Bool {
        while !isDone() {
            guard let next = timers.nextDeadline(), next <= Int64(end) else {
                now = max(now, end)
                return isDone()
            }
            now = max(now, Int(next))
            timers.popDue(at: next)?()
        }
        return true
    }

    /// Drops everything that is planned.
    func end() {
        timers.removeAll()
    }
}

/// Nanoseconds in a millisecond and in a second.
let millisecond = 1_000_000
let second = 1_000_000_000
