internal import HeapModule

/// Everything that a history shares: the time, what is due, chance, and what has been seen.
///
/// One thread, no real clock: what is due next happens next, and what is due together happens in the order in which it
/// was planned.
package final class World {
    /// The name of something that is planned.
    package struct Timer: Hashable {
        fileprivate let number: Int
    }

    private struct Deadline: Comparable {
        let moment: Int
        let number: Int

        static func < (one: Deadline, other: Deadline) -> Bool {
            (one.moment, one.number) < (other.moment, other.number)
        }
    }

    /// Nanoseconds since the history began.
    package private(set) var now = 0
    /// All that is left to chance.
    package var random: SimulationRandom
    /// What has occurred.
    package var counts = OccurrenceCounts()
    /// What must not be, in words.
    package private(set) var findings: [String] = []
    private var trace: Trace
    private var deadlines = Heap<Deadline>()
    private var planned: [Int: () -> Void] = [:]
    private var lastTimer = 0
    /// What services have logged.
    package private(set) var loggedLines: [String] = []
    /// How far the wall clock is off, in milliseconds.
    package var wallSkew = 0 {
        didSet { furthestSkew = max(furthestSkew, wallSkew) }
    }
    /// How far it has ever been ahead.
    package private(set) var furthestSkew = 0
    /// How long the machines have slept, in milliseconds, which only the clock of the boot has counted.
    private(set) var slept = 0

    /// Begins a history.
    ///
    /// - Parameters:
    ///   - seed: What follows from it is always the same.
    ///   - isPrinted: Whether its trace is printed.
    package init(seed: UInt64, isPrinted: Bool) {
        random = SimulationRandom(seed: seed)
        trace = Trace(isPrinted: isPrinted)
    }

    /// Represents everything that has happened so far: equal histories have the same.
    package var traceHash: UInt64 { trace.hash }

    /// Adds a line to the trace.
    package func note(_ line: String) {
        trace.note(line, at: now)
    }

    /// Takes down that something must not be as it is.
    package func find(_ text: String) {
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
    package func sleep(milliseconds: Int) {
        wallSkew += milliseconds
        slept += milliseconds
    }

    /// The wall clock at a moment, in milliseconds since 1970-01-01 UTC: the history begins on 2026-11-21.
    package func wall(at moment: Int) -> Int { 1_795_219_200_000 + moment / millisecond + wallSkew }

    /// Plans something, after this many nanoseconds.
    @discardableResult
    package func after(_ nanoseconds: Int, perform: @escaping () -> Void) -> Timer {
        lastTimer += 1
        planned[lastTimer] = perform
        deadlines.insert(Deadline(moment: now + max(0, nanoseconds), number: lastTimer))
        return Timer(number: lastTimer)
    }

    /// Plans something, as programs do.
    @discardableResult
    package func schedule(after delay: Duration, _ perform: @escaping () -> Void) -> Timer {
        let (seconds, attoseconds) = min(max(delay, .zero), .seconds(1_000_000)).components
        return after(Int(seconds) * 1_000_000_000 + Int((attoseconds + 999_999_999) / 1_000_000_000), perform: perform)
    }

    /// Drops what is planned.
    package func cancel(_ timer: Timer) {
        planned[timer.number] = nil
    }

    /// Lets time pass until something holds, or a moment has come.
    ///
    /// - Returns: Whether it holds.
    @discardableResult
    package func run(until end: Int, or isDone: () -> Bool = { false }) -> Bool {
        while !isDone() {
            guard let next = deadlines.min, next.moment <= end else {
                now = max(now, end)
                return isDone()
            }
            deadlines.removeMin()
            guard let perform = planned.removeValue(forKey: next.number) else { continue }
            now = max(now, next.moment)
            perform()
        }
        return true
    }

    /// Drops everything that is planned.
    package func end() {
        deadlines = Heap()
        planned = [:]
    }
}

/// Nanoseconds in a millisecond.
package let millisecond = 1_000_000
/// Nanoseconds in a second.
package let second = 1_000_000_000
