internal import Platform
package import ReplicatedLog

/// An engine that keeps logs in memory, in a simulated world: one thread, the world's clock, and faults by seed.
///
/// Any number of ``SimulatedLog`` clients share it. What it does to a call is decided in the order in which the world's time
/// passes, and by the seed alone, so a history with the same seed and the same calls is the same history.
package final class SimulatedEngine {
    /// Calls back after some time, in the order of time, and never before the call that asks for it has returned.
    package typealias Schedule = (_ delay: Duration, _ perform: @escaping () -> Void) -> Void

    /// What befalls calls; may change at any time.
    package var faults: LogFaults
    /// How far the engine's clock is off.
    package var clockSkew = Duration.zero
    /// Told of each row at the moment it is committed, whether its writer learns of it or not.
    package var onCommit: ((LogRow) -> Void)?

    /// What is stored; tests damage it through this.
    package var storage = LogStorage()

    let schedule: Schedule
    private let now: () -> Duration
    private var random: SeededGenerator
    private var isDown = false
    private var cuts: [String: Set<Direction>] = [:]
    /// Raised by each failover: what was under way before is lost.
    private(set) var generation = 0

    /// Makes an engine without any log.
    ///
    /// - Parameters:
    ///   - seed: All chance comes from it.
    ///   - faults: What befalls calls.
    ///   - now: The world's clock.
    ///   - schedule: The world's timers.
    package init(
        seed: UInt64,
        faults: LogFaults = LogFaults(),
        now: @escaping () -> Duration,
        schedule: @escaping Schedule
    ) {
        random = SeededGenerator(seed: seed)
        self.faults = faults
        self.now = now
        self.schedule = schedule
    }

    /// A client for one worker.
    package func log(_ identity: LogIdentity) -> SimulatedLog { SimulatedLog(identity, of: self) }

    // MARK: Bad days

    /// A way that messages take.
    package enum Direction: CaseIterable, Sendable {
        /// From a worker to the engine.
        case requests
        /// From the engine to a worker.
        case answers
    }

    /// Keeps a worker from the engine until ``reconnect(_:)``; what is under way gets no answer.
    ///
    /// - Parameter directions: What does not come through: with the answers alone, the engine does what it is asked to.
    package func cutOff(_ writer: String, _ directions: Set<Direction> = [.requests, .answers]) {
        cuts[writer] = directions
    }

    /// Ends ``cutOff(_:)``.
    package func reconnect(_ writer: String) { cuts[writer] = nil }

    /// Has another machine take over, with what it has of the log.
    ///
    /// - Parameters:
    ///   - commits: How many of the newest commits it never got, of all streams together.
    ///   - outage: How long nobody answers.
    package func failOver(losing commits: Int, outage: Duration) {
        generation += 1
        isDown = true
        storage.undo(commits)
        let current = generation
        schedule(outage) { if self.generation == current { self.isDown = false } }
    }

    // MARK: For its clients

    /// The engine's clock.
    var clock: Duration { now() + clockSkew }

    var worldTime: Duration { now() }

    func isOpen(_ direction: Direction, of writer: String) -> Bool {
        !isDown && cuts[writer]?.contains(direction) != true
    }

    func delay() -> Duration {
        let range = faults.delay
        let (low, high) = (range.lowerBound, range.upperBound)
        return low == high
            ? low : .nanoseconds(Int64.random(in: low.inNanoseconds...high.inNanoseconds, using: &random))
    }

    func happens(_ share: Double) -> Bool { share > 0 && random.chance(share) }
}

extension Duration {
    /// Rounded down; centuries are cut off.
    fileprivate var inNanoseconds: Int64 {
        let (seconds, attoseconds) = components
        return min(seconds, 1 << 32) * 1_000_000_000 + attoseconds / 1_000_000_000
    }
}
