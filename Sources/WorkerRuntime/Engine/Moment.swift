internal import Glibc

/// One reading of both clocks.
package struct Moment: Sendable, Hashable {
    /// Nanoseconds of a clock that never jumps (CLOCK_MONOTONIC); for budgets and durations.
    package var monotonic: UInt64
    /// Milliseconds since 1970-01-01 UTC; for people.
    package var wall: Int

    /// Creates a moment.
    package init(monotonic: UInt64, wall: Int) {
        self.monotonic = monotonic
        self.wall = wall
    }

    /// Milliseconds since the machine was started, also while it slept (CLOCK_BOOTTIME); for the age of keys.
    package static func uptime() -> Int {
        var time = timespec()
        clock_gettime(CLOCK_BOOTTIME, &time)
        return Int(time.tv_sec) * 1_000 + Int(time.tv_nsec) / 1_000_000
    }

    /// Reads the machine's clocks.
    package static func now() -> Moment {
        var monotonic = timespec()
        var wall = timespec()
        clock_gettime(CLOCK_MONOTONIC, &monotonic)
        clock_gettime(CLOCK_REALTIME, &wall)
        return Moment(
            monotonic: UInt64(monotonic.tv_sec) * 1_000_000_000 + UInt64(monotonic.tv_nsec),
            wall: Int(wall.tv_sec) * 1_000 + Int(wall.tv_nsec) / 1_000_000
        )
    }
}
