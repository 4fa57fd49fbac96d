internal import Glibc
internal import SystemPackage

/// The clocks of the machine, each for what it is good for.
package enum SystemClock {
    /// Nanoseconds of a clock that never jumps and stops while the machine sleeps (CLOCK_MONOTONIC): for budgets and durations.
    ///
    /// The same for all processes of the machine, and the clock of `SuspendingClock` and of waits for sockets.
    package static var monotonic: UInt64 {
        let time = read(CLOCK_MONOTONIC)
        return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
    }

    /// Milliseconds since the machine was started, also while it slept (CLOCK_BOOTTIME): for ages.
    package static var uptime: Int { milliseconds(read(CLOCK_BOOTTIME)) }

    /// The clock for ages, with the boot in which it counts, which is found out once.
    package static func bootClock() -> () -> BootMoment {
        let boot = bootID()
        return { BootMoment(boot: boot, milliseconds: uptime) }
    }

    /// Milliseconds since 1970-01-01 UTC (CLOCK_REALTIME), which may jump: for people, and for names that grow with time.
    package static var wall: Int { max(0, milliseconds(read(CLOCK_REALTIME))) }

    /// A name that this run of the kernel has from one start of the machine to the next; `nil` when it is unknown.
    package static func bootID() -> String? {
        guard
            let file = try? FileDescriptor.open(
                FilePath("/proc/sys/kernel/random/boot_id"),
                .readOnly,
                options: [.closeOnExec]
            )
        else { return nil }
        defer { close(file.rawValue) }
        var bytes = [UInt8](repeating: 0, count: 64)
        let count = unsafe bytes.withUnsafeMutableBytes { (try? unsafe file.read(into: $0)) ?? 0 }
        let id = String(decoding: bytes.prefix(count), as: UTF8.self).filter { !$0.isWhitespace }
        return id.utf8.count == 36 ? id : nil
    }

    private static func read(_ clock: clockid_t) -> timespec {
        var time = timespec()
        unsafe clock_gettime(clock, &time)
        return time
    }

    private static func milliseconds(_ time: timespec) -> Int { time.tv_sec * 1_000 + time.tv_nsec / 1_000_000 }
}
