internal import Platform

/// One reading of both clocks.
package struct Moment: Sendable, Hashable {
    /// Nanoseconds of a clock that never jumps (CLOCK_MONOTONIC); for budgets and durations.
    package var monotonic: UInt64
    /// Milliseconds since 1970-01-01 UTC; for people.
    package var wall: Int

    package init(monotonic: UInt64, wall: Int) {
        self.monotonic = monotonic
        self.wall = wall
    }

    /// Reads the machine's clocks.
    package static func now() -> Moment {
        Moment(monotonic: SystemClock.monotonic, wall: SystemClock.wall)
    }
}
